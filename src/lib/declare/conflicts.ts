import type { Named } from "./blind.ts";

/** Why somebody must not judge a declaration. */
export const CONFLICTS = {
  own: "专家是申报人或共同填写人",
  author: "专家是申报的负责人或成员",
  unit: "专家与申报人或成员同单位",
  related: "属于专家登记的回避对象",
  recused: "专家已经回避这一件",
} as const;

export type Conflict = keyof typeof CONFLICTS;

/** An expert as conflicts are looked for; `avoid`: units and persons above or below them, as the list has them. */
export type Judge = {
  userId: number;
  name: string;
  unitName: string;
  avoid: string;
  contacts: readonly string[];
};

/** A declaration in the same way; `writerIds`: the accounts of its owner and of those who write it too. */
export type Judged = { writerIds: readonly number[]; unitName: string; named: Named };

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s\u3000·()（）]/g, "")
    .toLowerCase();

/** The shortest name of a unit of which another may be a part. */
const LEAST_HOUSE = 4;

/** Whether two names are of one house: 云川师范大学, and its 教育学院. */
export function isSameUnit(a: string, b: string): boolean {
  const [short, long] = [plain(a), plain(b)].toSorted((x, y) => x.length - y.length);
  if (!short || !long) return false;
  return short === long || (short.length >= LEAST_HOUSE && long.startsWith(short));
}

const avoided = (avoid: string): string[] =>
  avoid
    .split(/[、，,；;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** Why this expert must not judge this declaration; undefined where they may. */
export function conflictOf(judge: Judge, item: Judged, hasRecused = false): Conflict | undefined {
  if (item.writerIds.includes(judge.userId)) return "own";
  const { persons, units, contacts } = item.named;
  const theirs = new Set(persons.map(plain));
  const isReached = judge.contacts.some(
    (contact) => contact !== "" && contacts.some((each) => plain(each) === plain(contact)),
  );
  if (theirs.has(plain(judge.name)) || isReached) return "author";
  const houses = [item.unitName, ...units];
  if (houses.some((unit) => isSameUnit(unit, judge.unitName))) return "unit";
  const isRelated = avoided(judge.avoid).some(
    (each) => theirs.has(plain(each)) || houses.some((unit) => isSameUnit(unit, each)),
  );
  if (isRelated) return "related";
  return hasRecused ? "recused" : undefined;
}
