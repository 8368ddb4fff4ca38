import { moneyBrief } from "#src/lib/text/money.ts";
import type { LevelInUse } from "../member/level/service.server.ts";

export type Level = LevelInUse;

export const isPerson = ({ memberType }: Level): boolean => memberType === "01";

/** Stands in the table where a level has nothing. */
export const NONE = "—";

const count = (number: number, unit: string) => (number > 0 ? `${number} ${unit}` : NONE);

function entry({ annualFee, needsCouncil }: Level): string {
  if (needsCouncil) return "审核并经审议";
  return annualFee > 0 ? "审核后缴费" : "审核通过即入会";
}

/** What is said of each level; a row that says the same nothing of all of them is left out. */
const ROWS: readonly (readonly [label: string, told: (level: Level) => string, quiet?: string])[] =
  [
    [
      "续会年费",
      ({ annualFee, renewalFee }) =>
        renewalFee === annualFee
          ? "相同"
          : renewalFee > 0
            ? `${moneyBrief(renewalFee)} 元/年`
            : "免费",
      "相同",
    ],
    ["可一次缴纳", ({ maxYears }) => (maxYears > 1 ? `1—${maxYears} 年` : "1 年")],
    ["会员代表", (level) => (isPerson(level) ? NONE : count(level.delegates, "名")), NONE],
    [
      "培训会员价席位",
      (level) => (isPerson(level) && level.seats === 1 ? "本人" : count(level.seats, "人")),
      NONE,
    ],
    ["学会会刊", ({ journal }) => journal || NONE, NONE],
    ["课题申报", ({ projects }) => projects || NONE, NONE],
    [
      "选举与表决",
      (level) => (isPerson(level) ? "本人行使" : level.delegates > 0 ? "由会员代表行使" : NONE),
      NONE,
    ],
    ["入会手续", entry],
    ["申请", ({ isOpen }) => (isOpen ? "可申请" : "暂不接受新申请"), "可申请"],
  ];

/** Rows of the table of dues: label and a value for each level, in the order of the levels. */
export const rowsOf = (levels: readonly Level[]) =>
  ROWS.map(([label, told, quiet]) => ({ label, values: levels.map(told), quiet }))
    .filter(({ values, quiet }) => values.some((value) => value !== quiet))
    .map(({ label, values }) => ({ label, values }));
