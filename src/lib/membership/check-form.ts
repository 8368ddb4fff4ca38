import { webProblem } from "../address/site-address.ts";
import { isAdultOn, TOO_YOUNG } from "../people/adult.ts";
import { checkCreditCode } from "../people/credit-code.ts";
import { checkEmail } from "../people/email.ts";
import { checkPaperNumber, isTelling, PAPERS, type Paper } from "../people/paper-number.ts";
import { checkPhone } from "../people/phone.ts";
import { checkPostcode } from "../people/postcode.ts";
import type { Problem } from "../people/problem.ts";
import { checkRealName } from "../people/real-name.ts";
import { parseDateTime } from "../text/dates.ts";
import type { FormField, FormFields, FormRow, FormValue, SignForm } from "./form.ts";
import type { Problems } from "./read-form.ts";

/** What the level and the day ask of a form beyond its fields. */
export type Asked = {
  /** yyyy-MM-dd in Shanghai. */
  today: string;
  needsReferees?: boolean;
  needsStampedForm?: boolean;
  /** Seats that go with the level. */
  seats?: number;
};

const CHOOSE = new Set<FormField["kind"]>(["choice", "choices", "region", "day"]);

/** What a missing value is called: 请选择 for lists, 请上传 for files. */
function missing({ kind, label }: Pick<FormField, "kind" | "label">): string {
  if (kind === "files") return `请上传${label}`;
  return CHOOSE.has(kind) ? `请选择${label}` : `请填写${label}`;
}

const lengthOf = (text: string) => Array.from(text).length;

function textProblem(field: FormField, text: string, form: SignForm, asked: Asked): Problem {
  switch (field.kind) {
    case "text":
    case "long": {
      const length = lengthOf(text);
      if (length > field.max) return `${field.label}最多 ${field.max} 个字，现在 ${length} 个`;
      const least = field.min ?? 0;
      return length < least ? `${field.label}至少 ${least} 个字，现在 ${length} 个` : undefined;
    }
    case "choice":
      return field.options.includes(text) ? undefined : `请选择${field.label}`;
    case "whole": {
      const isWhole = /^\d{1,9}$/.test(text) && Number(text) <= field.max;
      return isWhole ? undefined : `${field.label}应为 0 到 ${field.max} 的整数`;
    }
    case "day": {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !parseDateTime(text)) {
        return `${field.label}应为真实的日期，如 2008-05-16`;
      }
      return text > asked.today ? `${field.label}不能晚于今天` : undefined;
    }
    case "web":
      return webProblem(field.label, text);
    case "name":
      return checkRealName(text);
    case "phone":
      return checkPhone(text);
    case "email":
      return checkEmail(text);
    case "postcode":
      return checkPostcode(text);
    case "region":
      return /^\d{6}$/.test(text) ? undefined : `请选择${field.label}`;
    case "idNo":
      return checkPaperNumber(paperOf(form), text, asked.today);
    case "creditCode":
      return checkCreditCode(text);
    default:
      return undefined;
  }
}

/** The kind of paper that the form names; a card where it names none. */
export const paperOf = ({ idType }: SignForm): Paper =>
  typeof idType === "string" && Object.hasOwn(PAPERS, idType) ? (idType as Paper) : "identity";

const isEmpty = (value: FormValue | undefined): boolean =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function rowProblems(
  name: string,
  field: Extract<FormField, { kind: "rows" }>,
  rows: readonly FormRow[],
  form: SignForm,
  asked: Asked,
): [string, string][] {
  return rows.flatMap((row, index) =>
    field.parts.flatMap((part): [string, string][] => {
      const place = field.isOne ? `${name}.${part.name}` : `${name}.${index}.${part.name}`;
      const text = row[part.name] ?? "";
      if (text === "") return part.isRequired ? [[place, missing(part)]] : [];
      const problem = textProblem(part, text, form, asked);
      return problem ? [[place, problem]] : [];
    }),
  );
}

/** What is wrong with the value of one field, as one leaves it; nothing for an empty one. */
export function fieldProblems(
  name: string,
  field: FormField,
  form: SignForm,
  asked: Asked,
): [string, string][] {
  const value = form[name];
  if (value === undefined || isEmpty(value)) return [];
  if (field.kind === "rows") {
    const rows = value as readonly FormRow[];
    const max = name === "seats" ? Math.min(field.max, asked.seats ?? field.max) : field.max;
    if (rows.length > max) return [[name, `${field.label}最多 ${max} 人，现在 ${rows.length} 人`]];
    return rowProblems(name, field, rows, form, asked);
  }
  if (field.kind === "choices") {
    const chosen = value as readonly string[];
    if (chosen.length > field.max) return [[name, `${field.label}最多选 ${field.max} 项`]];
    const isKnown = chosen.every((each) => field.options.includes(each));
    return isKnown ? [] : [[name, `请选择${field.label}`]];
  }
  if (field.kind === "files") {
    const files = value as readonly string[];
    return files.length > field.max ? [[name, `${field.label}最多 ${field.max} 个文件`]] : [];
  }
  const problem = textProblem(field, String(value), form, asked);
  return problem ? [[name, problem]] : [];
}

/** Whether a field must be filled in, for this person and this level. */
export function isAskedFor(name: string, field: FormField, form: SignForm, asked: Asked): boolean {
  if (name === "birthday") return !isTelling(paperOf(form));
  if (name === "referees") return asked.needsReferees ?? false;
  if (name === "applyForm") return field.isRequired || (asked.needsStampedForm ?? false);
  return field.isRequired ?? false;
}

/** All that keeps a form from being handed in; the server asks besides what only it knows. */
export function formProblems(fields: FormFields, form: SignForm, asked: Asked): Problems {
  const found = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    if (isEmpty(form[name])) {
      return isAskedFor(name, field, form, asked) ? [[name, missing(field)]] : [];
    }
    return fieldProblems(name, field, form, asked);
  });
  const { birthday } = form;
  const problems: Record<string, string> = Object.fromEntries(found);
  if (typeof birthday === "string" && birthday !== "" && !problems.birthday) {
    if (!isAdultOn(birthday, asked.today)) problems.birthday = TOO_YOUNG;
  }
  return problems;
}
