import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { contains } from "#src/db/like.ts";
import { CORRECTION_STATES } from "#src/lib/membership/correction-life.ts";
import { maskPaperNumber } from "#src/lib/people/masks.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { inputText, type ListInput } from "#src/server/crud/list-query.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import type { Context } from "#src/server/start/context.ts";
import { openIdentity } from "../../system/sign/identity/service.server.ts";
import { member } from "../table.server.ts";
import { memberCorrection } from "./table.server.ts";
import type { CorrectionDetail, CorrectionRow, OwnCorrection } from "./wire.ts";
import { wordsOf } from "./words.ts";

/** The condition of the list: state, and words of number or name. */
export function correctionCondition(input: ListInput): SQL | undefined {
  const asked = inputText(input, "state").split(",");
  const states = CORRECTION_STATES.filter((state) => asked.includes(state));
  const keyword = inputText(input, "keyword");
  return and(
    states.length > 0 ? inArray(memberCorrection.state, states) : undefined,
    keyword
      ? or(
          eq(member.memberNo, keyword.toUpperCase()),
          contains(member.name, keyword),
          contains(memberCorrection.name, keyword),
        )
      : undefined,
  );
}

type Found = { row: typeof memberCorrection.$inferSelect; owner: typeof member.$inferSelect };

const shapeOf = ({ row, owner }: Found): CorrectionRow => ({
  id: row.id,
  version: row.version,
  memberNo: owner.memberNo,
  memberType: owner.memberType,
  memberName: owner.name,
  what: wordsOf(row, owner.memberType),
  reason: row.reason,
  state: row.state,
  opinion: row.opinion,
  createTime: formatDateTime(row.createTime),
  dueAt: formatDateTime(row.dueAt),
  decidedAt: row.decidedAt ? formatDateTime(row.decidedAt) : "",
  isLate: row.state === "asked" && row.dueAt < new Date(),
});

const found = ({ db }: Pick<Context, "db">, condition: SQL | undefined) =>
  db
    .select({ row: memberCorrection, owner: member })
    .from(memberCorrection)
    .innerJoin(member, eq(member.id, memberCorrection.memberId))
    .where(condition);

export async function countCorrections(
  context: Pick<Context, "db">,
  condition: SQL | undefined,
): Promise<number> {
  const [row] = await context.db
    .select({ n: sql<number>`count(*)::int` })
    .from(memberCorrection)
    .innerJoin(member, eq(member.id, memberCorrection.memberId))
    .where(condition);
  return row?.n ?? 0;
}

/** Those that wait first, the one that is due soonest at the top; then the newest. */
export async function listCorrections(
  context: Pick<Context, "db">,
  condition: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<CorrectionRow[]> {
  const rows = await found(context, condition)
    .orderBy(
      desc(sql`${memberCorrection.state} = 'asked'`),
      sql`case when ${memberCorrection.state} = 'asked' then ${memberCorrection.dueAt} end`,
      desc(memberCorrection.id),
    )
    .limit(limit)
    .offset(offset);
  return rows.map(shapeOf);
}

/** All of one, with what the register has beside what it is to have. */
export async function correctionDetail(
  context: Pick<Context, "db" | "env">,
  condition: SQL | undefined,
): Promise<CorrectionDetail | undefined> {
  const [one] = await found(context, condition).limit(1);
  if (!one) return undefined;
  const { row, owner } = one;
  const { dataDir } = context.env;
  const isOpen = row.state === "asked";
  const nameBefore = isOpen ? owner.name : row.nameBefore;
  const number = (sealed: Buffer | null) => maskPaperNumber(openIdentity(dataDir, sealed));
  const changes = [
    {
      field: "name",
      label: owner.memberType === "02" ? "单位名称" : "姓名",
      before: nameBefore,
      after: row.name,
      isMasked: false,
    },
    {
      field: "idNo",
      label: "证件号码",
      before: isOpen ? number(owner.idSealed) : "",
      after: number(row.idSealed),
      isMasked: true,
    },
    {
      field: "creditCode",
      label: "统一社会信用代码",
      before: isOpen ? owner.creditCode : "",
      after: row.creditCode,
      isMasked: false,
    },
  ];
  return {
    ...shapeOf(one),
    changes: changes.filter(({ after }) => after !== ""),
    files: row.files.map((key, index) => ({
      url: privateLink(dataDir, key),
      name: `证明材料${row.files.length > 1 ? index + 1 : ""}`,
    })),
  };
}

/** What one has asked for, the newest first; ten at most. */
export async function ownCorrections(
  { db }: Pick<Context, "db">,
  userId: number,
): Promise<OwnCorrection[]> {
  const rows = await found({ db }, eq(memberCorrection.userId, userId))
    .orderBy(desc(memberCorrection.id))
    .limit(10);
  return rows.map((each) => {
    const { id, version, what, reason, state, opinion, createTime, decidedAt } = shapeOf(each);
    return { id, version, what, reason, state, opinion, createTime, decidedAt };
  });
}
