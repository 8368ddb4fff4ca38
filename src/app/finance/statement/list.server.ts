import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { timeText } from "#src/db/shanghai.ts";
import { moneyText } from "#src/lib/text/money.ts";
import {
  conditionOf,
  inputText,
  type ListInput,
  offsetOf,
  pageOf,
} from "#src/server/crud/list-query.ts";
import { user } from "../../system/user/table.server.ts";
import { bankLine, bankProfile, bankStatement } from "./table.server.ts";
import type { StatementRow } from "./wire.ts";

function conditionFor(input: ListInput): SQL | undefined {
  const keyword = inputText(input, "keyword");
  return and(
    conditionOf(bankStatement, {}, input),
    keyword
      ? or(
          sql`${bankStatement.fileName} ilike ${likePattern(keyword)}`,
          sql`${bankProfile.bankName} ilike ${likePattern(keyword)}`,
        )
      : undefined,
  );
}

/** The statements that were imported, the newest first. */
export async function listStatements(
  db: Db,
  input: ListInput,
): Promise<{ rows: StatementRow[]; total: number }> {
  const condition = conditionFor(input);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(bankStatement)
    .innerJoin(bankProfile, eq(bankProfile.id, bankStatement.profileId))
    .where(condition);
  const total = counted?.total ?? 0;
  const { pageNum, pageSize } = pageOf(input);
  const ofStatement = (what: SQL) => sql<number>`(select ${what} from ${bankLine} l
    where l.statement_id = ${bankStatement}.id)`;
  const rows = await db
    .select({
      id: bankStatement.id,
      bankName: bankProfile.bankName,
      fileName: bankStatement.fileName,
      lineCount: bankStatement.lineCount,
      addedCount: bankStatement.addedCount,
      repeatedCount: bankStatement.repeatedCount,
      outCount: bankStatement.outCount,
      problemCount: bankStatement.problemCount,
      problems: bankStatement.problems,
      openCount: ofStatement(sql`count(*) filter (where l.state = 0)::int`),
      doneCount: ofStatement(sql`count(*) filter (where l.state <> 0)::int`),
      sum: ofStatement(sql`coalesce(sum(l.amount_fen), 0)::float8`),
      importedBy: user.nickName,
      createTime: timeText(bankStatement.createTime),
    })
    .from(bankStatement)
    .innerJoin(bankProfile, eq(bankProfile.id, bankStatement.profileId))
    .innerJoin(user, eq(user.userId, bankStatement.importedBy))
    .where(condition)
    .orderBy(desc(bankStatement.id))
    .limit(pageSize)
    .offset(offsetOf(pageNum, pageSize, total));
  return { rows: rows.map(({ sum, ...row }) => ({ ...row, amount: moneyText(sum) })), total };
}
