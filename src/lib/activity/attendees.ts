import { checkEmail, normaliseEmail } from "../people/email.ts";
import { checkPhone, normalisePhone } from "../people/phone.ts";
import { checkRealName, normaliseRealName } from "../people/real-name.ts";
import { type Answers, answerProblem, type Question } from "./parts.ts";
import { MAX_GROUP } from "./words.ts";

/** Somebody who is signed up, as typed or as sent. */
export type Attendee = {
  name: string;
  phone: string;
  unit: string;
  post: string;
  email: string;
  answers: Answers;
};

export const emptyAttendee = (): Attendee => ({
  name: "",
  phone: "",
  unit: "",
  post: "",
  email: "",
  answers: {},
});

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

const answerOf = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map(textOf).filter(Boolean) : textOf(value);

/** One line of a list of people in one form; answers to questions that are not asked are dropped. */
export function readAttendee(given: unknown, questions: readonly Question[]): Attendee {
  const said =
    typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  const answers =
    typeof said.answers === "object" && said.answers !== null
      ? (said.answers as Record<string, unknown>)
      : {};
  return {
    name: normaliseRealName(textOf(said.name)),
    phone: normalisePhone(textOf(said.phone)),
    unit: textOf(said.unit),
    post: textOf(said.post),
    email: normaliseEmail(textOf(said.email)),
    answers: Object.fromEntries(
      questions.flatMap(({ key }) => {
        const answer = Object.hasOwn(answers, key) ? answerOf(answers[key]) : "";
        return answer.length > 0 ? [[key, answer]] : [];
      }),
    ),
  };
}

const tooLong = (label: string, text: string, max: number) =>
  Array.from(text).length > max ? `${label}最多 ${max} 个字` : undefined;

/** What is wrong with a list of people, by `attendees.0.phone`; empty for nothing. */
export function attendeeProblems(
  attendees: readonly Attendee[],
  questions: readonly Question[],
  most: number,
): Record<string, string> {
  const wrong: Record<string, string> = {};
  const put = (field: string, text: string | undefined) => {
    if (text) wrong[field] ??= text;
  };
  if (attendees.length === 0) wrong.attendees = "请至少填写一位参加人";
  if (attendees.length > MAX_GROUP) wrong.attendees = `一次最多为 ${MAX_GROUP} 人报名`;
  else if (attendees.length > most) wrong.attendees = `本活动每人最多报名 ${most} 位`;
  const phones = new Map<string, number>();
  for (const [index, each] of attendees.slice(0, MAX_GROUP).entries()) {
    const at = (field: string) => `attendees.${index}.${field}`;
    put(at("name"), each.name === "" ? "请填写姓名" : checkRealName(each.name));
    put(at("phone"), each.phone === "" ? "请填写手机号" : checkPhone(each.phone));
    put(at("unit"), tooLong("单位", each.unit, 100));
    put(at("post"), tooLong("职务", each.post, 50));
    put(at("email"), each.email === "" ? undefined : checkEmail(each.email));
    for (const question of questions) {
      put(at(`answers.${question.key}`), answerProblem(question, each.answers[question.key]));
    }
    const same = phones.get(each.phone);
    if (same !== undefined && each.phone !== "") {
      put(at("phone"), `手机号与第 ${same + 1} 位参加人相同`);
    }
    phones.set(each.phone, index);
  }
  return wrong;
}

const HEADS: readonly [RegExp, keyof Omit<Attendee, "answers">][] = [
  [/姓名|名字/, "name"],
  [/手机|电话/, "phone"],
  [/单位|学校/, "unit"],
  [/职务|职称|岗位/, "post"],
  [/邮箱|邮件|email/i, "email"],
];

const ORDER = ["name", "phone", "unit", "post", "email"] as const;

/**
 * People out of a table copied from a sheet: lines with tabs (or several spaces, or commas) between the cells. The
 * first line may name the columns; without one they are 姓名, 手机号, 单位, 职务, 邮箱.
 */
export function pastedAttendees(text: string): Attendee[] {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) =>
      line.split(line.includes("\t") ? "\t" : /\s*[,，;；]\s*| {2,}/).map((cell) => cell.trim()),
    );
  const [head = []] = rows;
  const named = head.map((cell) => HEADS.find(([pattern]) => pattern.test(cell))?.[1]);
  const isHead = named.filter(Boolean).length >= 2;
  const columns = isHead ? named : ORDER;
  return rows.slice(isHead ? 1 : 0).map((cells) => {
    const said: Record<string, string> = {};
    for (const [index, column] of columns.entries()) if (column) said[column] = cells[index] ?? "";
    return readAttendee(said, []);
  });
}
