/** Columns of a line, as the formatter counts: wide characters are two. */
const LINE = 100;

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu;

export const columnsOf = (text: string) => text.length + (text.match(WIDE)?.length ?? 0);

/** Code that stands on one line where it fits and on several where it does not. */
export type Code = {
  /** undefined: never on one line. */
  flat: string | undefined;
  /** Lines, the first without its indent; `indent` is that of the others' base. */
  lines: (indent: number) => string[];
};

const pad = (indent: number) => " ".repeat(indent);

export const plain = (text: string): Code => ({ flat: text, lines: () => [text] });

/** Prints at a column, with `after` more characters to follow on the last line. */
export function printed(code: Code, indent: number, column: number, after = 0): string[] {
  const { flat } = code;
  if (flat !== undefined && column + columnsOf(flat) + after <= LINE) return [flat];
  return code.lines(indent);
}

/**
 * A text as a literal of the language, whatever stands in it; the quotes are those that need fewer
 * escapes, as the formatter would choose.
 */
export function literal(text: string): string {
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  const json = JSON.stringify(text)
    .replace(/\u2028/g, String.raw`\u2028`)
    .replace(/\u2029/g, String.raw`\u2029`)
    // Harmless in a literal, but the linter takes it for a template that lost its ticks.
    .replaceAll("${", String.raw`\u0024{`);
  if (doubles <= singles) return json;
  return `'${json.slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

/** `{ a: 1, b: 2 }` */
export function object(entries: readonly (readonly [key: string, value: Code])[]): Code {
  const flats = entries.map(([key, { flat }]) =>
    flat === undefined ? undefined : `${key}: ${flat}`,
  );
  return {
    flat: flats.includes(undefined) ? undefined : `{ ${flats.join(", ")} }`,
    lines: (indent) => [
      "{",
      ...entries.flatMap(([key, value]) => {
        const [first = "", ...rest] = printed(value, indent + 2, indent + columnsOf(key) + 4, 1);
        const whole = `${pad(indent + 2)}${key}: ${first}`;
        // What cannot be broken goes to a line of its own.
        const isLong = rest.length === 0 && columnsOf(whole) + 1 > LINE;
        const all = isLong
          ? [`${pad(indent + 2)}${key}:`, `${pad(indent + 4)}${first}`]
          : [whole, ...rest];
        return [...all.slice(0, -1), `${all.at(-1)},`];
      }),
      `${pad(indent)}}`,
    ],
  };
}

/** A list; one of several objects always takes a line for each. */
export function list(items: readonly Code[], isObjects: boolean): Code {
  const flats = items.map(({ flat }) => flat);
  const isSplit = (isObjects && items.length > 1) || flats.includes(undefined);
  return {
    flat: isSplit ? undefined : `[${flats.join(", ")}]`,
    lines: (indent) => [
      "[",
      ...items.flatMap((item) => {
        const [first, ...rest] = printed(item, indent + 2, indent + 2, 1);
        const all = [`${pad(indent + 2)}${first}`, ...rest];
        return [...all.slice(0, -1), `${all.at(-1)},`];
      }),
      `${pad(indent)}]`,
    ],
  };
}

/** An attribute; `true` alone is its name. */
export type Attribute = readonly [name: string, value: Code | string | true];

function attribute([name, value]: Attribute): Code {
  if (value === true) return plain(name);
  if (typeof value === "string") return plain(`${name}=${attributeText(value)}`);
  const { flat } = value;
  return {
    flat: flat === undefined ? undefined : `${name}={${flat}}`,
    lines: (indent) => {
      const [first, ...rest] = printed(value, indent, indent + columnsOf(name) + 2, 1);
      const all = [`${name}={${first}`, ...rest];
      return [...all.slice(0, -1), `${all.at(-1)}}`];
    },
  };
}

/** Of an attribute without braces nothing is ever code, but only harmless texts may stand so. */
const attributeText = (text: string) =>
  /^[^"'\\&<>{}\p{Cc}\u2028\u2029]*$/u.test(text) ? `"${text}"` : `{${literal(text)}}`;

/** A text between tags. */
export const child = (text: string): string =>
  /^[^"'\\&<>{}\p{Cc}\p{Z}\u2028\u2029]+$/u.test(text) ? text : `{${literal(text)}}`;

/** An element as lines with their indents; children are printed the same way, or one line of text. */
export function element(
  indent: number,
  tag: string,
  attributes: readonly Attribute[],
  children?: readonly string[] | string,
): string[] {
  const codes = attributes.map(attribute);
  const flats = codes.map(({ flat }) => flat);
  const head = `<${[tag, ...flats].join(" ")}`;
  const close = children === undefined ? " />" : ">";
  const isFlat = !flats.includes(undefined) && indent + columnsOf(head + close) <= LINE;
  // One attribute whose list or object opens at the tag: `<Form.Item rules={[`.
  const opening = isFlat
    ? [`${pad(indent)}${head}${close}`]
    : [
        `${pad(indent)}<${tag}`,
        ...codes.flatMap((code) => {
          const [first, ...rest] = printed(code, indent + 2, indent + 2);
          return [`${pad(indent + 2)}${first}`, ...rest];
        }),
        `${pad(indent)}${children === undefined ? "/>" : ">"}`,
      ];
  if (children === undefined) return opening;
  const end = `</${tag}>`;
  if (typeof children === "string") {
    const whole = `${opening[0]}${children}${end}`;
    // The formatter breaks a tag of several attributes around its text.
    if (isFlat && attributes.length < 2 && columnsOf(whole) <= LINE) return [whole];
    return [...opening, `${pad(indent + 2)}${children}`, `${pad(indent)}${end}`];
  }
  return [...opening, ...children, `${pad(indent)}${end}`];
}
