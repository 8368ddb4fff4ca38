import { eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import type { InboxSource } from "#src/server/jobs/inbox.ts";
import { user } from "../../system/user/table.server.ts";
import { dataExport } from "../export/table.server.ts";
import { CONCERNED } from "./service.server.ts";
import { accountClosure } from "./table.server.ts";

/** Product 7.2: a request of somebody concerning their data is answered within 15 days. */
const ANSWER_DAYS = 15;

/** A copy that failed waits for staff until its owner has another one. */
const isOpenFailure = sql`${dataExport.state} = 2 and not exists (select 1 from ${dataExport} later
  where later.user_id = ${dataExport}.user_id and later.id > ${dataExport}.id)`;

async function waiting(db: Db, account: Account) {
  if (!hasPermission(account, CONCERNED)) return [];
  const closures = db
    .select({
      id: sql<number>`${accountClosure.id} * 2`.mapWith(Number).as("id"),
      nickName: user.nickName,
      obstacle: sql<string>`${accountClosure.obstacle}`.as("obstacle"),
      askedAt: accountClosure.askedAt,
      dueAt: sql<Date>`${accountClosure.dueAt}`.mapWith(accountClosure.dueAt).as("due_at"),
      isClosure: sql<boolean>`true`.as("is_closure"),
    })
    .from(accountClosure)
    .innerJoin(user, eq(user.userId, accountClosure.userId))
    .where(eq(accountClosure.state, 0));
  const failures = db
    .select({
      id: sql<number>`${dataExport.id} * 2 + 1`.mapWith(Number).as("id"),
      nickName: user.nickName,
      obstacle: sql<string>`''`.as("obstacle"),
      askedAt: dataExport.askedAt,
      dueAt: sql<Date>`${dataExport.askedAt} + make_interval(days => ${ANSWER_DAYS})`
        .mapWith(dataExport.askedAt)
        .as("due_at"),
      isClosure: sql<boolean>`false`.as("is_closure"),
    })
    .from(dataExport)
    .innerJoin(user, eq(user.userId, dataExport.userId))
    .where(isOpenFailure);
  const rows = await unionAll(closures, failures);
  return rows.map(({ id, nickName, obstacle, askedAt, dueAt, isClosure }) => ({
    id,
    title: isClosure ? `${nickName} 申请注销账号` : `${nickName} 的个人数据未能导出`,
    note: isClosure
      ? obstacle || `${formatDay(dueAt)} 自动注销，本人可撤销`
      : "查看运行日志，并请本人重新导出",
    from: nickName,
    waitingSince: askedAt,
    dueAt,
    to: "/members/roster",
  }));
}

/** What people ask for concerning their own data. */
export const source: InboxSource = {
  kind: "personal",
  name: "个人信息请求",
  count: async (db, account) => (await waiting(db, account)).length,
  list: async (db, account, offset, limit) =>
    (await waiting(db, account))
      .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.id - b.id)
      .slice(offset, offset + limit),
};
