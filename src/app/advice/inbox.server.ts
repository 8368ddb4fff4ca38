import { and, asc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { type Account, hasPermission } from "../../server/http/access.ts";
import { countOf, type InboxSource } from "../../server/jobs/inbox.ts";
import { advice } from "./table.server.ts";

/** New ones for who may answer, and those that one has taken; nobody is shown what they asked themselves. */
function waiting(account: Account): SQL | undefined {
  if (!hasPermission(account, "content:advice:answer")) return sql`false`;
  return and(
    or(
      eq(advice.state, "new"),
      and(eq(advice.state, "taken"), eq(advice.handlerId, account.userId)),
    ),
    sql`${ne(advice.userId, account.userId)} is not false`,
  );
}

async function list(db: Db, account: Account, offset: number, limit: number) {
  const rows = await db
    .select()
    .from(advice)
    .where(waiting(account))
    .orderBy(asc(advice.dueAt), asc(advice.id))
    .offset(offset)
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    title: `${row.name}的咨询`,
    note: `${row.isUrgent ? "紧急 · " : ""}${row.state === "new" ? "等待受理" : "等待答复"}`,
    from: row.adviceNo,
    waitingSince: row.createTime,
    dueAt: row.dueAt,
    to: `/content/advice?keyword=${row.adviceNo}`,
  }));
}

export const source: InboxSource = {
  kind: "advice",
  name: "咨询",
  count: async (_db, account) => countOf(advice, waiting(account)),
  list,
};
