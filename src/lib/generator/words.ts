// Names, labels and literals of generated code. All data passes through here: a text
// becomes a literal or a label, and can never become code (security 5).

/** Signs that mean something in code become their full-width likenesses, which mean nothing. */
const FULL_WIDTH = /["'`\\<>{}[\]&$*/|~^]/g;

/** Longest label in code: one line must hold it (print.ts). */
const MAX_LABEL = 16;

/**
 * A person's text as a label or as words of a comment: letters, digits and quiet punctuation on one
 * line, at most `max` characters. Empty where nothing is left.
 */
export const label = (text: string, max = MAX_LABEL): string =>
  [
    ...text
      .normalize("NFC")
      .replace(FULL_WIDTH, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
      .replace(/[^\p{L}\p{N}\uff01-\uff5e，。、：；！？（）《》【】·\-_.,:;!?()+=@#% ]/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ]
    .slice(0, max)
    .join("")
    .trim();

/** Label of a column: its comment up to the first explanation, as in 状态（0正常 1停用）. */
export const shortLabel = (comment: string, fallback: string): string =>
  label(comment.split(/[（(:：,，;；\s]/u).find((part) => label(part) !== "") ?? "") ||
  label(fallback) ||
  "字段";

/** A string literal in the quotes that the formatter prefers. */
export function str(text: string): string {
  const doubles = text.split('"').length;
  const quote = doubles > text.split("'").length ? "'" : '"';
  const body = text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must be escaped
    /[\\"'\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]|\p{Cf}|\p{Zs}/gu,
    (sign) => {
      if (sign === " " || (sign === "'" && quote === '"') || (sign === '"' && quote === "'")) {
        return sign;
      }
      if (sign === "\n") return "\\n";
      if (sign === "\\" || sign === quote) return `\\${sign}`;
      return Array.from({ length: sign.length }, (_none, index) => {
        return `\\u${sign.charCodeAt(index).toString(16).padStart(4, "0")}`;
      }).join("");
    },
  );
  return quote + body + quote;
}

/** 50_000, as people write it. */
export const numberOf = (value: number): string =>
  value < 10_000 ? String(value) : String(value).replace(/\B(?=(\d{3})+$)/g, "_");

const wordsOf = (name: string): string[] => name.match(/[A-Za-z0-9]+/g) ?? [];

/** `book_name` as `bookName`; "" where the name holds no letter to begin with. */
export function camel(name: string, max = 40): string {
  const [first = "", ...others] = wordsOf(name);
  const start = /^[A-Z0-9_]+$/.test(first) ? first.toLowerCase() : first;
  const rest = others.map((word) => {
    const low = /^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word;
    return low.charAt(0).toUpperCase() + low.slice(1);
  });
  const whole = (start.charAt(0).toLowerCase() + start.slice(1) + rest.join("")).replace(
    /^\d+/,
    "",
  );
  return (whole.charAt(0).toLowerCase() + whole.slice(1)).slice(0, max);
}

export const pascal = (name: string, max = 60): string => {
  const low = camel(name, max);
  return low.charAt(0).toUpperCase() + low.slice(1);
};

/** A property's column as Drizzle names it (`casing: "snake_case"`). */
export const snake = (property: string): string =>
  (property.match(/[\da-z]+|[A-Z]+(?![a-z])|[A-Z][\da-z]+/g) ?? [])
    .map((word) => word.toLowerCase())
    .join("_");

/** A property that a table, a row and a list call can have beside those of their own. */
export const PROPERTY =
  /^(?!(constructor|prototype|toString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|getSQL|enableRLS|params|pageNum|pageSize|orderByColumn|isAsc|orderNums|code|msg|rows|total)$)[a-z][A-Za-z0-9]{0,39}$/;

export const isProperty = (name: string): boolean => PROPERTY.test(name);

/** A folder, an address and a word of code at once. */
export const MODULE = /^[a-z][A-Za-z0-9]{0,29}$/;

export const isModule = (name: string): boolean => MODULE.test(name);

/** Words that a constant of generated code cannot be called: the language's and our imports'. */
const TAKEN_NAMES = new Set(
  (
    "abstract any arguments as asserts async await boolean break case catch class const continue debugger " +
    "declare default delete do else enum escape eval export extends false finally for from function get " +
    "global globalThis if implements import in infer instanceof interface is isFinite isNaN keyof let module " +
    "namespace never new null number object of package parseFloat parseInt private protected public readonly " +
    "require return satisfies set static string super switch symbol test this throw true try type typeof " +
    "undefined unescape union unique unknown using var void while window with yield decodeURI encodeURI " +
    "api app asc audit base bigint body char choice context crud db decimal desc eq errors expect " +
    "flag html identity idOf inArray integer it menu moment numeric order page path pgTable reference row " +
    "startApp staffWith text token treeCrud whole"
  ).split(" "),
);

/** The constant for a table: its business name, or with a tail where that means something else. */
export const constant = (business: string): string =>
  TAKEN_NAMES.has(business) ? `${business}Table` : business;

/** Types that office.tsx takes from elsewhere, or that the language has. */
const TAKEN_TYPES = new Set(
  (
    "Array Boolean Column Crud CrudPage Date DictChecks DictRadio DictSelect DictTag DictWords Entity Error FileField " +
    "Filter Form Function ImageField Infinity Input InputNumber JSON Map Math MomentField NaN Node Number " +
    "Object Parent Partial Promise Proxy Readonly Record Reflect RegExp RichText Ruled Set String Switch Symbol Tree TreeNode TreePage TreeSelect WeakMap WeakSet Intl Atomics DataView Event Element File Image Text"
  ).split(" "),
);

export const typeName = (className: string): string =>
  TAKEN_TYPES.has(className) ? `${className}Row` : className;
