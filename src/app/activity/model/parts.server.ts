import type { AgendaItem, Attachment, CertRule, Price, Question } from "#src/lib/activity/parts.ts";
import { isSitePath } from "#src/lib/address/site-address.ts";
import { parseDateTime } from "#src/lib/text/dates.ts";
import { checkMoney, fenOf } from "#src/lib/text/money.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { refuseFields } from "#src/server/http/errors.ts";

// The lists of an activity as a body says them. A fault stands on `prices.0.amount`, as the editor's rows are called.

/** How many there may be of each. */
const MOST = {
  prices: 10,
  agenda: 200,
  formSchema: 20,
  attachments: 20,
  teachers: 30,
} as const;

const MAX_OPTIONS = 30;
const KINDS: readonly Question["kind"][] = ["text", "paragraph", "choice", "choices", "agree"];

type Row = Readonly<Record<string, unknown>>;
type Wrong = Record<string, string | undefined>;

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

const sized = (label: string, text: string, max: number, isRequired = false) =>
  text === "" && isRequired
    ? `请填写${label}`
    : Array.from(text).length > max
      ? `${label}最多 ${max} 个字`
      : undefined;

/** A day that exists, as `yyyy-MM-dd`; empty for none. */
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseDateTime(text) !== undefined;
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const keyOf = (value: unknown, index: number): string => {
  const key = textOf(value);
  return /^[\w-]{1,40}$/.test(key) ? key : `k${index + 1}`;
};

function pricesOf(value: unknown, wrong: Wrong): Price[] {
  return rowsOf(value).map((row, index) => {
    const at = (field: string) => `prices.${index}.${field}`;
    const name = textOf(row.name);
    const amount = textOf(row.amount);
    const member = textOf(row.memberAmount);
    const untilDay = textOf(row.untilDate);
    wrong[at("name")] = sized("费用名称", name, 30, true);
    wrong[at("amount")] = amount === "" ? "请填写金额" : checkMoney(amount, { min: 0 });
    wrong[at("memberAmount")] = member === "" ? undefined : checkMoney(member, { min: 0 });
    wrong[at("untilDate")] = untilDay === "" || isDay(untilDay) ? undefined : "请填写真实的日期";
    return {
      key: keyOf(row.key, index),
      name,
      amountFen: fenOf(amount) ?? 0,
      memberFen: member === "" ? null : (fenOf(member) ?? 0),
      untilDay,
    };
  });
}

function agendaOf(value: unknown, wrong: Wrong): AgendaItem[] {
  return rowsOf(value).map((row, index) => {
    const at = (field: string) => `agenda.${index}.${field}`;
    const item = {
      day: textOf(row.day),
      from: textOf(row.from),
      to: textOf(row.to),
      title: textOf(row.title),
      speaker: textOf(row.speaker),
      place: textOf(row.place),
    };
    wrong[at("day")] = isDay(item.day) ? undefined : "请填写日期";
    wrong[at("from")] = isTime(item.from) ? undefined : "请填写开始时间，如 09:00";
    wrong[at("to")] =
      item.to === "" || (isTime(item.to) && item.to > item.from)
        ? undefined
        : "结束时间应晚于开始时间";
    wrong[at("title")] = sized("议题", item.title, 100, true);
    wrong[at("speaker")] = sized("主讲人", item.speaker, 100);
    wrong[at("place")] = sized("地点", item.place, 50);
    return item;
  });
}

function questionsOf(value: unknown, wrong: Wrong): Question[] {
  return rowsOf(value).map((row, index) => {
    const at = (field: string) => `formSchema.${index}.${field}`;
    const kind = KINDS.find((each) => each === row.kind);
    const label = textOf(row.label);
    const options = Array.isArray(row.options)
      ? [...new Set(row.options.map(textOf).filter(Boolean))]
      : [];
    const isChosen = kind === "choice" || kind === "choices";
    wrong[at("label")] =
      sized("问题", label, 50, true) ??
      (/身份证|证件号/.test(label) ? "报名不收集证件号码，请删去这一项" : undefined);
    wrong[at("kind")] = kind ? undefined : "请选择问题的类型";
    wrong[at("hint")] = sized("说明", textOf(row.hint), 100);
    wrong[at("options")] = !isChosen
      ? undefined
      : options.length < 2
        ? "请至少填写两个选项"
        : options.length > MAX_OPTIONS
          ? `选项最多 ${MAX_OPTIONS} 个`
          : options.some((each) => Array.from(each).length > 50)
            ? "每个选项最多 50 个字"
            : undefined;
    return {
      key: keyOf(row.key, index),
      label,
      kind: kind ?? "text",
      options: isChosen ? options : [],
      isRequired: row.isRequired === true,
      hint: textOf(row.hint),
    };
  });
}

function attachmentsOf(value: unknown, wrong: Wrong): Attachment[] {
  return rowsOf(value).map((row, index) => {
    const name = textOf(row.name);
    const url = textOf(row.url);
    wrong[`attachments.${index}.name`] = sized("资料名称", name, 100, true);
    wrong[`attachments.${index}.url`] =
      isSitePath(url) || /^https?:\/\/\S{1,300}$/.test(url) ? undefined : "请上传资料或填写网址";
    return { name, url };
  });
}

function certRuleOf(value: unknown, wrong: Wrong): CertRule {
  const row = isRow(value) ? value : {};
  const sessions = Number(row.sessions ?? 0);
  const minAttend = Number(row.minAttend ?? 0);
  const isWhole = Number.isInteger(sessions) && sessions >= 0 && sessions <= 100;
  wrong["certRule.sessions"] = isWhole ? undefined : "场次应为 0 到 100 的整数";
  wrong["certRule.minAttend"] =
    Number.isInteger(minAttend) && minAttend >= 0 && minAttend <= sessions
      ? undefined
      : "最少出席场次不能多于总场次";
  return { sessions, minAttend };
}

const twice = (keys: readonly string[]) => new Set(keys).size < keys.length;

/**
 * The lists that a body names; what it leaves out is not in the answer.
 * @throws AppError with texts on the rows.
 */
export function readParts(given: Given) {
  const wrong: Wrong = {};
  const values: {
    prices?: Price[];
    agenda?: AgendaItem[];
    formSchema?: Question[];
    attachments?: Attachment[];
    certRule?: CertRule;
  } = {};
  for (const [name, most] of Object.entries(MOST)) {
    const list = given[name];
    if (Array.isArray(list) && list.length > most) wrong[name] = `最多 ${most} 项`;
  }
  if (given.prices !== undefined) values.prices = pricesOf(given.prices, wrong);
  if (given.agenda !== undefined) {
    values.agenda = agendaOf(given.agenda, wrong).toSorted((a, b) =>
      `${a.day} ${a.from}`.localeCompare(`${b.day} ${b.from}`),
    );
  }
  if (given.formSchema !== undefined) values.formSchema = questionsOf(given.formSchema, wrong);
  if (given.attachments !== undefined) values.attachments = attachmentsOf(given.attachments, wrong);
  if (given.certRule !== undefined) values.certRule = certRuleOf(given.certRule, wrong);
  for (const name of ["prices", "formSchema"] as const) {
    if (twice((values[name] ?? []).map(({ key }) => key))) wrong[name] = "有两项的编号相同";
  }
  refuseFields(wrong);
  return values;
}

/** Numbers of the teachers that a body names, each once; undefined where it says nothing of them. */
export function readTeachers(given: Given): number[] | undefined {
  if (!Array.isArray(given.teachers)) return undefined;
  const ids = given.teachers.map(Number);
  const isWhole = ids.every((id) => Number.isSafeInteger(id) && id > 0);
  refuseFields({ teachers: isWhole ? undefined : "请重新选择师资" });
  return [...new Set(ids)].slice(0, MOST.teachers);
}
