import { checkEmail, normaliseEmail } from "../people/email.ts";
import { checkPhone, normalisePhone } from "../people/phone.ts";
import { checkRealName, normaliseRealName } from "../people/real-name.ts";
import { parseDateTime } from "../text/dates.ts";
import { checkMoney, fenOf, moneyText } from "../text/money.ts";
import {
  type DeclareField,
  type DeclarePart,
  type DeclareRow,
  type DeclareSchema,
  type DeclareValue,
  type DeclareValues,
  fieldsOf,
} from "./schema.ts";

/** Far longer than any field: a draft keeps what is too long for a field, so that it can be cut by hand. */
const MAX_KEPT = 20_000;
const MAX_ROWS = 100;

const tidy = (given: unknown): string =>
  (typeof given === "string" || typeof given === "number" ? String(given) : "")
    .replaceAll("\u0000", "")
    .replace(/\r\n?/g, "\n")
    .slice(0, MAX_KEPT);

const NORMAL: Readonly<Partial<Record<DeclareField["kind"] | "money", (text: string) => string>>> =
  {
    phone: normalisePhone,
    email: normaliseEmail,
    name: normaliseRealName,
    money: (text) => {
      const fen = fenOf(text.trim());
      return fen === undefined ? text.trim() : moneyText(fen);
    },
  };

const textOf = (kind: DeclareField["kind"] | DeclarePart["kind"], given: unknown): string => {
  const text = tidy(given);
  // Spaces at the end of what somebody is writing are theirs until it is handed in.
  return kind === "long" ? text : (NORMAL[kind]?.(text) ?? text.trim());
};

const rowOf = (parts: readonly DeclarePart[], given: unknown): DeclareRow => {
  const row = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  return Object.fromEntries(parts.map(({ name, kind }) => [name, textOf(kind, row[name])]));
};

function valueIn(field: DeclareField, given: unknown): DeclareValue {
  if (field.kind === "files") {
    const list: unknown[] = Array.isArray(given) ? given : [];
    return [...new Set(list.slice(0, MAX_ROWS).map(tidy))].filter((key) => key !== "");
  }
  if (field.kind === "rows") {
    const list: unknown[] = Array.isArray(given) ? given : [];
    return list.slice(0, MAX_ROWS).map((each) => rowOf(field.parts, each));
  }
  return textOf(field.kind, given);
}

/** Those of a body's values that the form has, in their normal form; nothing is judged yet. */
export const readValues = (
  schema: DeclareSchema,
  given: Readonly<Record<string, unknown>>,
): DeclareValues =>
  Object.fromEntries(
    fieldsOf(schema)
      .filter(({ name }) => Object.hasOwn(given, name))
      .map((field) => [field.name, valueIn(field, given[field.name])]),
  );

export const lengthOf = (text: string): number => Array.from(text).length;

export const textIn = (values: DeclareValues, name: string): string => {
  const value = values[name];
  return typeof value === "string" ? value : "";
};

export const rowsIn = (values: DeclareValues, name: string): readonly DeclareRow[] => {
  const value = values[name];
  return Array.isArray(value)
    ? value.filter((each): each is DeclareRow => typeof each === "object" && each !== null)
    : [];
};

export const filesIn = (values: DeclareValues, name: string): readonly string[] => {
  const value = values[name];
  return Array.isArray(value)
    ? value.filter((each): each is string => typeof each === "string")
    : [];
};

const isEmptyRow = (row: DeclareRow): boolean => Object.values(row).every((text) => text === "");

/** The rows that say something. */
export const filledRows = (values: DeclareValues, name: string): DeclareRow[] =>
  rowsIn(values, name).filter((row) => !isEmptyRow(row));

/** Sum of a column in fen; what cannot be read as money counts as nothing. */
export const sumOf = (rows: readonly DeclareRow[], part: string): number =>
  rows.reduce((sum, row) => sum + (fenOf(row[part] ?? "") ?? 0), 0);

/** yyyy-MM-dd of a real day. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseDateTime(text) !== undefined;

type Judged = DeclareField | DeclarePart;

function textProblem(field: Judged, text: string): string | undefined {
  switch (field.kind) {
    case "text":
    case "unit":
    case "long": {
      const length = lengthOf(text.trim());
      if (length > field.max) return `${field.label}最多 ${field.max} 个字，现在 ${length} 个`;
      const least = "min" in field ? (field.min ?? 0) : 0;
      return length < least ? `${field.label}至少 ${least} 个字，现在 ${length} 个` : undefined;
    }
    case "choice":
      return field.options.includes(text) ? undefined : `请选择${field.label}`;
    case "whole":
      return /^\d{1,9}$/.test(text) && Number(text) <= field.max
        ? undefined
        : `${field.label}应为 0 到 ${field.max} 的整数`;
    case "day":
      return isDay(text) ? undefined : `${field.label}应为真实的日期，如 2027-06-30`;
    case "phone":
      return checkPhone(text);
    case "email":
      return checkEmail(text);
    case "name":
      return checkRealName(text);
    case "money":
      return checkMoney(text);
    default:
      return undefined;
  }
}

function missing({ kind, label }: Judged): string {
  if (kind === "files") return `请上传${label}`;
  if (kind === "promise") return `请阅读并勾选${label}`;
  return kind === "choice" || kind === "day" ? `请选择${label}` : `请填写${label}`;
}

function rowsProblems(
  field: Extract<DeclareField, { kind: "rows" }>,
  values: DeclareValues,
): [string, string][] {
  const { name, label, noun, max, min = 0, parts, sum, sumMax } = field;
  const all = rowsIn(values, name);
  const filled = filledRows(values, name);
  if (filled.length > max)
    return [[name, `${label}最多 ${max} ${noun}，现在 ${filled.length} ${noun}`]];
  const least = Math.max(min, field.isRequired ? 1 : 0);
  if (filled.length < least) {
    return [[name, least === 1 ? `请填写${label}` : `${label}至少 ${least} ${noun}`]];
  }
  const found = all.flatMap((row, index) =>
    isEmptyRow(row)
      ? []
      : parts.flatMap((part): [string, string][] => {
          const text = row[part.name] ?? "";
          const place = `${name}.${index}.${part.name}`;
          if (text.trim() === "") return part.isRequired ? [[place, missing(part)]] : [];
          const problem = textProblem(part, text);
          return problem ? [[place, problem]] : [];
        }),
  );
  const most = sumMax === undefined ? undefined : fenOf(sumMax);
  if (sum !== undefined && most !== undefined && sumOf(filled, sum) > most) {
    found.push([
      name,
      `${label}合计不能超过 ${sumMax} 元，现在 ${moneyText(sumOf(filled, sum))} 元`,
    ]);
  }
  return found;
}

/** What is wrong with one field, as one leaves it; nothing for an empty one. */
function fieldProblems(field: DeclareField, values: DeclareValues): [string, string][] {
  if (field.kind === "rows") {
    return filledRows(values, field.name).length === 0 ? [] : rowsProblems(field, values);
  }
  if (field.kind === "files") {
    const count = filesIn(values, field.name).length;
    return count > field.max ? [[field.name, `${field.label}最多 ${field.max} 个文件`]] : [];
  }
  const text = textIn(values, field.name);
  const problem = text.trim() === "" ? undefined : textProblem(field, text);
  return problem ? [[field.name, problem]] : [];
}

/** All that keeps a form from being handed in, by the places of the fields: `members.2.phone`. */
export function valueProblems(
  schema: DeclareSchema,
  values: DeclareValues,
): Readonly<Record<string, string>> {
  const found = fieldsOf(schema).flatMap((field): [string, string][] => {
    if (field.kind === "rows") return rowsProblems(field, values);
    const isEmpty =
      field.kind === "files"
        ? filesIn(values, field.name).length === 0
        : textIn(values, field.name).trim() === "";
    if (isEmpty) return field.isRequired ? [[field.name, missing(field)]] : [];
    return fieldProblems(field, values);
  });
  return Object.fromEntries(found);
}

/** The database keeps the keys of a row in an order of its own. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether two values of a field say the same; a missing one says nothing, as an empty one does. */
export const isSameValue = (a: DeclareValue | undefined, b: DeclareValue | undefined): boolean => {
  const plain = (value: DeclareValue | undefined) =>
    value === undefined || value.length === 0 ? "" : JSON.stringify(value, inOrder);
  return plain(a) === plain(b);
};

export type Merged = { values: DeclareValues; conflicts: string[] };

/**
 * Puts what somebody changed into what stands there now. `base` is what they saw of these fields when they
 * began: a field that somebody else has changed since stays as it is and is named, all others are taken.
 */
export function mergeValues(
  now: DeclareValues,
  changed: DeclareValues,
  base: DeclareValues | undefined,
): Merged {
  const values: Record<string, DeclareValue> = { ...now };
  const conflicts: string[] = [];
  for (const [name, value] of Object.entries(changed)) {
    const isTheirs = base === undefined || isSameValue(now[name], base[name]);
    if (isTheirs || isSameValue(now[name], value)) values[name] = value;
    else conflicts.push(name);
  }
  return { values, conflicts };
}
