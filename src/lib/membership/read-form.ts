import { normaliseCreditCode } from "../people/credit-code.ts";
import { normaliseEmail } from "../people/email.ts";
import { normalisePaperNumber } from "../people/paper-number.ts";
import { normalisePhone } from "../people/phone.ts";
import { normalisePostcode } from "../people/postcode.ts";
import { normaliseRealName } from "../people/real-name.ts";
import type { FormField, FormFields, FormRow, FormValue, RowPart, SignForm } from "./form.ts";

/** Texts for the person, by the names of fields; `seats.2.phone` is a part of the third row. */
export type Problems = Readonly<Record<string, string>>;

/** Far longer than any field: a draft keeps what is too long for a field, so that it can be cut by hand. */
const MAX_KEPT = 5_000;

const tidy = (text: string): string => text.replaceAll("\u0000", "").replace(/\r\n?/g, "\n").trim();

const NORMAL: Readonly<Partial<Record<FormField["kind"], (text: string) => string>>> = {
  name: normaliseRealName,
  phone: normalisePhone,
  email: normaliseEmail,
  postcode: normalisePostcode,
  idNo: normalisePaperNumber,
  creditCode: normaliseCreditCode,
};

const textOf = (kind: FormField["kind"], given: unknown): string => {
  const text = tidy(typeof given === "string" || typeof given === "number" ? String(given) : "");
  return (NORMAL[kind]?.(text) ?? text).slice(0, MAX_KEPT);
};

const rowOf = (parts: readonly RowPart[], given: unknown): FormRow => {
  const row = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  return Object.fromEntries(parts.map(({ name, kind }) => [name, textOf(kind, row[name])]));
};

const isEmptyRow = (row: FormRow): boolean => Object.values(row).every((text) => text === "");

/** More than any list of a form: what comes beyond is no form of ours. */
const MAX_ROWS = 200;

function valueIn(field: FormField, given: unknown): FormValue {
  switch (field.kind) {
    case "choices":
    case "files": {
      const list = Array.isArray(given) ? given : [];
      const texts = list.slice(0, MAX_ROWS).map((each) => textOf("text", each));
      return [...new Set(texts.filter((text) => text !== ""))];
    }
    case "rows": {
      const list = Array.isArray(given) ? given : given ? [given] : [];
      const rows = list.slice(0, MAX_ROWS).map((each) => rowOf(field.parts, each));
      return rows.filter((row) => !isEmptyRow(row));
    }
    default:
      return textOf(field.kind, given);
  }
}

/** The fields of a body, in their normal form, whatever came: nothing is judged yet. */
export const readForm = (fields: FormFields, given: Readonly<Record<string, unknown>>): SignForm =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => given[name] !== undefined)
      .map(([name, field]) => [name, valueIn(field, given[name])]),
  );
