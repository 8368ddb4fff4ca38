import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { countOf, type InboxSource } from "#src/server/jobs/inbox.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { member } from "../table.server.ts";
import { reachedBy } from "./flow.server.ts";
import { memberCorrection } from "./table.server.ts";
import { wordsOf } from "./words.ts";

const DECIDE = "member:correction:decide";

/** Open ones of the members within reach; nobody is shown their own. */
async function waiting(db: Db, account: Account): Promise<SQL | undefined> {
  if (!hasPermission(account, DECIDE)) return sql`false`;
  return and(
    eq(memberCorrection.state, "asked"),
    ne(memberCorrection.userId, account.userId),
    reachedBy(await reachOf(db, account), DECIDE),
  );
}

async function list(db: Db, account: Account, offset: number, limit: number) {
  const rows = await db
    .select({ row: memberCorrection, owner: member })
    .from(memberCorrection)
    .innerJoin(member, eq(member.id, memberCorrection.memberId))
    .where(await waiting(db, account))
    .orderBy(asc(memberCorrection.dueAt), asc(memberCorrection.id))
    .offset(offset)
    .limit(limit);
  return rows.map(({ row, owner }) => ({
    id: row.id,
    title: `${owner.name}的资料更正`,
    note: `更正${wordsOf(row, owner.memberType)}`,
    from: owner.memberNo,
    waitingSince: row.createTime,
    dueAt: row.dueAt,
    to: `/members/corrections?keyword=${owner.memberNo}`,
  }));
}

export const source: InboxSource = {
  kind: "correction",
  name: "资料更正",
  count: async (db, account) =>
    hasPermission(account, DECIDE) ? countOf(memberCorrection, await waiting(db, account)) : 0,
  list,
};
