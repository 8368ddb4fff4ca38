import type { Db } from "#src/db/client.ts";
import { isFirstTime } from "#src/server/start/once.ts";
import { memberLevel } from "./table.server.ts";

export const order = 50;

type Row = Omit<typeof memberLevel.$inferInsert, "orderNum">;

const UNIT = { memberType: "02", isOpen: true, maxYears: 5, needsStampedForm: true } as const;

/** As most societies begin (product 7.4); dues in fen. Staff change them before anybody applies. */
const LEVELS: Row[] = [
  {
    levelName: "个人会员",
    memberType: "01",
    annualFee: 300_00,
    renewalFee: 300_00,
    maxYears: 5,
    isOpen: true,
    seats: 1,
    journal: "电子版",
    projects: "可申报",
    audience: "教师、研究者、社会工作者",
  },
  {
    ...UNIT,
    levelName: "单位会员",
    annualFee: 10_000_00,
    renewalFee: 10_000_00,
    delegates: 1,
    seats: 10,
    journal: "纸质 2 套",
    projects: "每批 2 项",
    audience: "学校、社区、社会组织",
  },
  {
    ...UNIT,
    levelName: "理事单位",
    annualFee: 30_000_00,
    renewalFee: 30_000_00,
    needsCouncil: true,
    delegates: 2,
    seats: 30,
    journal: "纸质 5 套",
    projects: "每批 4 项",
    audience: "经常务理事会审议",
  },
  {
    ...UNIT,
    levelName: "常务理事单位",
    annualFee: 50_000_00,
    renewalFee: 50_000_00,
    needsCouncil: true,
    delegates: 3,
    seats: 60,
    journal: "纸质 10 套",
    projects: "每批 6 项",
    audience: "经理事会审议",
  },
];

export async function base(db: Db): Promise<void> {
  if (!(await isFirstTime(db, "site.memberLevels", "会员级别已装入"))) return;
  await db
    .insert(memberLevel)
    .values(LEVELS.map((row, index) => ({ ...row, orderNum: index + 1, createBy: "system" })))
    .onConflictDoNothing();
}
