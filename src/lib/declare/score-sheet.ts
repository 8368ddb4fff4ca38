import type { DeclareKind } from "./words.ts";

/** One line of a score sheet: so many points at most, which count `weight` per cent of the whole. */
type Criterion = {
  name: string;
  label: string;
  hint: string;
  max: number;
  weight: number;
  needsComment: boolean;
};

/** The score sheet of a batch. `least`: characters of the comment on the whole, 0 where none is asked for. */
export type ScoreSheet = { criteria: readonly Criterion[]; least: number };

/** What an expert has given so far, by the names of the criteria; texts as they were typed. */
export type Scores = Readonly<Record<string, string>>;

export const MAX_COMMENT = 1_000;
const MAX_CRITERIA = 12;
const WHOLE = 100;

type Line = readonly [
  name: string,
  label: string,
  weight: number,
  hint: string,
  needsComment?: true,
];

const sheet = (least: number, ...lines: readonly Line[]): ScoreSheet => ({
  least,
  criteria: lines.map(([name, label, weight, hint, needsComment]) => ({
    name,
    label,
    hint,
    max: 100,
    weight,
    needsComment: needsComment ?? false,
  })),
});

/** What the score sheet of a batch of each kind begins with. */
export const STANDARD_SHEETS: Readonly<Record<DeclareKind, ScoreSheet>> = {
  project: sheet(
    20,
    ["topic", "选题意义", 25, "理论价值和现实针对性"],
    ["content", "研究内容", 30, "目标明确，内容充实，重点突出", true],
    ["method", "研究方法", 20, "思路清晰，方法得当，切实可行"],
    ["novelty", "创新之处", 15, "观点、视角或方法有新意"],
    ["outcome", "预期成果与经费", 10, "成果可以检验，经费合理"],
  ),
  paper: sheet(
    20,
    ["topic", "选题", 20, "有理论或实践意义"],
    ["argument", "论证", 35, "论据充分，逻辑严密", true],
    ["novelty", "创新", 25, "有自己的见解或发现"],
    ["writing", "写作规范", 20, "结构完整，引文规范"],
  ),
  case: sheet(
    20,
    ["problem", "问题意识", 20, "问题真实、具体"],
    ["practice", "做法", 35, "措施可行，过程清楚", true],
    ["effect", "成效", 25, "有数据或事实支持"],
    ["spread", "推广价值", 20, "其他地方可以借鉴"],
  ),
  unit: sheet(
    20,
    ["team", "组织与队伍", 25, "有制度、有人员、有保障"],
    ["work", "工作情况", 35, "活动经常，内容扎实", true],
    ["effect", "成效与影响", 25, "家长和社会认可"],
    ["plan", "今后打算", 15, "目标明确，措施可行"],
  ),
};

const lengthOf = (text: string): number => Array.from(text.trim()).length;
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
const wholeOf = (value: unknown): number => {
  const text = textOf(value);
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
};

/** A sheet out of a body; nothing is judged yet. Lines get their names by their place where they have none. */
export function readSheet(given: unknown): ScoreSheet {
  const { criteria, least } = recordOf(given);
  const lines: unknown[] = Array.isArray(criteria) ? criteria.slice(0, MAX_CRITERIA + 1) : [];
  return {
    least: wholeOf(least),
    criteria: lines.map((line, index) => {
      const { name, label, hint, max, weight, needsComment } = recordOf(line);
      return {
        name: /^[a-z][a-z0-9]{0,19}$/i.test(textOf(name)) ? textOf(name) : `line${index + 1}`,
        label: textOf(label),
        hint: textOf(hint).slice(0, 100),
        max: wholeOf(max),
        weight: wholeOf(weight),
        needsComment: needsComment === true || needsComment === "true",
      };
    }),
  };
}

/** What is wrong with a sheet, by the places of its fields: `criteria.0.max`. */
export function sheetProblems({ criteria, least }: ScoreSheet): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const isWithin = (value: number, low: number, high: number) => value >= low && value <= high;
  if (criteria.length === 0) found.criteria = "请至少写一项评分指标";
  if (criteria.length > MAX_CRITERIA) found.criteria = `评分指标最多 ${MAX_CRITERIA} 项`;
  criteria.forEach(({ label, max, weight }, index) => {
    const at = `criteria.${index}`;
    if (!isWithin(lengthOf(label), 1, 20)) found[`${at}.label`] = "指标名称为 1 到 20 个字";
    if (!isWithin(max, 1, WHOLE)) found[`${at}.max`] = "满分为 1 到 100 的整数";
    if (!isWithin(weight, 1, WHOLE)) found[`${at}.weight`] = "权重为 1 到 100 的整数";
  });
  if (new Set(criteria.map(({ name }) => name)).size < criteria.length) {
    found.criteria ??= "评分指标不能重复";
  }
  const sum = criteria.reduce((total, { weight }) => total + weight, 0);
  if (Object.keys(found).length === 0 && sum !== WHOLE) {
    found.criteria = `各项权重之和应为 100，现在是 ${sum}`;
  }
  if (!isWithin(least, 0, 500)) found.least = "总评字数为 0 到 500 的整数";
  return found;
}

/** Those of a body's texts that the sheet has. */
export const readScores = ({ criteria }: ScoreSheet, given: unknown): Scores => {
  const texts = recordOf(given);
  return Object.fromEntries(
    criteria
      .map(({ name }) => [name, textOf(texts[name]).normalize("NFKC").slice(0, 10)] as const)
      .filter(([, text]) => text !== ""),
  );
};

/** The same of comments; blanks at their ends are still being written. */
export const readComments = ({ criteria }: ScoreSheet, given: unknown): Scores => {
  const texts = recordOf(given);
  return Object.fromEntries(
    criteria
      .map(({ name }) => [name, texts[name]] as const)
      .filter((entry): entry is [string, string] => typeof entry[1] === "string")
      .map(([name, text]) => [name, text.replaceAll("\u0000", "").slice(0, 5_000)]),
  );
};

/** A score in tenths; undefined for what is none. One place behind the point is enough to tell two apart. */
export const tenthsOf = (text: string, max: number): number | undefined => {
  if (!/^\d{1,3}(?:\.\d)?$/.test(text)) return undefined;
  const tenths = Math.round(Number(text) * 10);
  return tenths <= max * 10 ? tenths : undefined;
};

type Filled = { scores: Scores; comments: Scores; comment: string };

/** What is wrong with a text that is there; a draft may lack any. */
function textProblems({ criteria }: ScoreSheet, { scores, comments, comment }: Filled) {
  const found: Record<string, string> = {};
  for (const { name, label, max } of criteria) {
    const score = scores[name];
    if (score !== undefined && tenthsOf(score, max) === undefined) {
      found[`scores.${name}`] = `${label}请填 0 到 ${max} 的分数，最多一位小数`;
    }
    if (lengthOf(comments[name] ?? "") > MAX_COMMENT) {
      found[`comments.${name}`] = `意见最多 ${MAX_COMMENT} 个字`;
    }
  }
  if (lengthOf(comment) > MAX_COMMENT) found.comment = `总评最多 ${MAX_COMMENT} 个字`;
  return found;
}

/** What keeps a sheet from being handed in, by the places of its fields. */
export function scoreProblems(sheet: ScoreSheet, filled: Filled): Readonly<Record<string, string>> {
  const found = textProblems(sheet, filled);
  for (const { name, label, needsComment } of sheet.criteria) {
    if (filled.scores[name] === undefined) found[`scores.${name}`] = `请给“${label}”打分`;
    if (needsComment && lengthOf(filled.comments[name] ?? "") === 0) {
      found[`comments.${name}`] = `请写明对“${label}”的意见`;
    }
  }
  if (lengthOf(filled.comment) < sheet.least) {
    found.comment = `请写总评，至少 ${sheet.least} 个字，现在 ${lengthOf(filled.comment)} 个字`;
  }
  return found;
}

const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));

/**
 * The total by weights in hundredths of a point, from 0 to 10000: each score as a part of its most, times its
 * weight. Summed as fractions and rounded once, so that the order of lines makes no difference. undefined while
 * one is missing or wrong.
 */
export function totalOf({ criteria }: ScoreSheet, scores: Scores): number | undefined {
  const below = criteria.reduce((all, { max }) => (all / common(all, max)) * max, 1);
  let above = 0n;
  for (const { name, max, weight } of criteria) {
    const tenths = tenthsOf(scores[name] ?? "", max);
    if (tenths === undefined) return undefined;
    above += BigInt(tenths * weight * 10) * BigInt(below / max);
  }
  const bottom = BigInt(below);
  return Number((2n * above + bottom) / (2n * bottom));
}

/** 86.50 */
export const pointsText = (hundredths: number): string => (hundredths / 100).toFixed(2);
