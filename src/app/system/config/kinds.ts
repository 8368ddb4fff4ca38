import { isAddressEntry } from "#src/lib/address/address.ts";
import { isHours } from "#src/lib/message/quiet-hours.ts";
import { checkPassword } from "#src/lib/people/password.ts";
import { isBlank } from "#src/lib/text/blank.ts";

type List = {
  /** Between the entries, as it is saved. */
  separator: ";" | ",";
  of: "address" | "host" | "role";
};

/** The kind of a setting: the server checks by it, the page draws its field from it. */
export type Kind =
  | { kind: "switch" }
  | { kind: "choice"; options: readonly (readonly [value: string, label: string])[] }
  | { kind: "number"; min: number; max: number; unit: string }
  | ({ kind: "list" } & List)
  /** `hint` says what it is for. */
  | { kind: "picture"; hint: string }
  | { kind: "password" }
  | { kind: "notice" }
  | { kind: "email" }
  | { kind: "web" }
  /** From and to on the clock, `21:00-08:00`; may be empty. */
  | { kind: "hours" }
  /** Encrypted: written in a form of its own, never shown. */
  | { kind: "sealed" }
  /** Encrypted when it is saved, never shown. */
  | { kind: "secret" }
  | { kind: "text"; mayBeEmpty?: boolean; isLong?: boolean };

const isWeb = (value: string) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);

const isNotice = (value: string): boolean => {
  try {
    const notice: unknown = JSON.parse(value);
    return typeof notice === "object" && notice !== null && !Array.isArray(notice);
  } catch {
    return false;
  }
};

const LISTS: Readonly<
  Record<
    List["of"],
    { hint: string; allowed: RegExp; word: string; isGood: (entry: string) => boolean }
  >
> = {
  address: {
    hint: "用分号分隔的地址、带 * 的地址或地址段，可以留空",
    allowed: /^[\da-fA-F.:*/;\s-]*$/,
    word: "地址",
    isGood: isAddressEntry,
  },
  host: {
    hint: "用逗号分隔的域名，可以留空",
    allowed: /^[\w.:/,，\s-]*$/,
    word: "域名",
    isGood: (entry) => {
      const address = /^https?:\/\//i.test(entry) ? entry : `https://${entry}`;
      return URL.canParse(address) && /^[\w.-]+$/.test(new URL(address).hostname);
    },
  },
  role: {
    hint: "用逗号分隔的角色权限字符，可以留空",
    allowed: /^[\w:,，\s-]*$/,
    word: "角色权限字符",
    isGood: (entry) => /^[\w:-]+$/.test(entry),
  },
};

/** Entries of a list as somebody may have typed them. */
export const entriesOf = ({ separator }: List, value: string): string[] =>
  value
    .split(separator === ";" ? /[;；\n]/ : /[,，\s]+/)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Its allowed values in words; undefined where all are. */
export function hintOfKind(kind: Kind): string | undefined {
  switch (kind.kind) {
    case "switch":
      return "true 或 false";
    case "choice":
      return kind.options.map(([value]) => value).join(" 或 ");
    case "number":
      return `${kind.min} 到 ${kind.max} 的整数`;
    case "list":
      return LISTS[kind.of].hint;
    case "picture":
      return kind.hint;
    case "password":
      return "10-32 位，大小写字母、数字、符号取三种";
    case "notice":
      return "公告的 JSON，见网站公告页";
    case "email":
      return "邮箱地址";
    case "web":
      return "http(s):// 开头的地址，可以留空";
    case "hours":
      return "起止时间，如 21:00-08:00，可以留空";
    case "sealed":
      return "加密保存，请在“内容管理—网站设置”中填写";
    case "secret":
      return "最多 200 个字符，加密保存";
    case "text":
      return undefined;
  }
}

/** How an encrypted value begins. */
export const SEALED = "sealed:";

/** Of the encrypted text as well. */
const MAX_SECRET = 500;

/** Whether the value is one of its kind. An empty text is none, unless the kind says so. */
function fits(kind: Kind, value: string): boolean {
  switch (kind.kind) {
    case "switch":
      return /^(true|false)$/.test(value);
    case "choice":
      return kind.options.some(([option]) => option === value);
    case "number":
      return /^\d{1,9}$/.test(value) && Number(value) >= kind.min && Number(value) <= kind.max;
    case "list":
      return LISTS[kind.of].allowed.test(value);
    case "picture":
      return value === "" || /^\/profile\/[\w/-]+\.(png|jpe?g)$/.test(value);
    case "password":
      return !checkPassword(value, { userName: "", phone: "", isStaff: true });
    case "notice":
      return isNotice(value);
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
    case "web":
      return value === "" || isWeb(value);
    case "hours":
      return value === "" || isHours(value);
    case "sealed":
      return value === "" || /^sealed:[\w+/]+={0,2}$/.test(value);
    case "secret":
      return value.length <= MAX_SECRET && !/\s/.test(value);
    case "text":
      return value !== "" || kind.mayBeEmpty === true;
  }
}

/** Label of a value (wire 4.4). */
export const VALUE = "参数键值";

/** The text for a value that its kind does not allow; `label` names the field there. */
export function problemOfKind(kind: Kind, given: string, label = VALUE): string | undefined {
  const value = isBlank(given) ? "" : given;
  if (!fits(kind, value)) {
    if (value === "") return `${label}不能为空`;
    if (kind.kind === "sealed") return `${hintOfKind(kind)}`;
    if (kind.kind === "picture") return "请上传 png、jpg 或 jpeg 图片";
    return `${label}应为：${hintOfKind(kind)}`;
  }
  if (kind.kind === "text" && !kind.isLong && value.includes("\n")) return `${label}只能是一行文字`;
  if (kind.kind !== "list") return undefined;
  const { word, isGood } = LISTS[kind.of];
  const wrong = entriesOf(kind, value).find((entry) => !isGood(entry));
  return wrong && `${label}中的「${wrong}」不是${word}`;
}
