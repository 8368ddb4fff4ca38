import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import type { InboxSource } from "#src/server/jobs/inbox.ts";
import { user } from "../../system/user/table.server.ts";
import { dataExport } from "../export/table.server.ts";
import { CONCERNED } from "./service.server.ts";
import { accountClosure } from "./table.server.ts";

/** Product 7.2: a request of somebody concerning their data is answered within 15 days. */
const ANSWER_MS = 15 * 86_400_000;

/** A copy that failed waits for staff until its owner has another one. */
const isOpenFailure = sql`${dataExport.state} = 2 and not exists (select 1 from ${dataExport} later
  where later.user_id = ${dataExport}.user_id and later.id > ${dataExport}.id)`;

async function waiting(db: Db, account: Account) {
  if (!hasPermission(account, CONCERNED)) return [];
  const closures = await db
    .select({ row: accountClosure, nickName: user.nickName })
    .from(accountClosure)
    .innerJoin(user, eq(user.userId, accountClosure.userId))
    .where(eq(accountClosure.state, 0))
    .orderBy(asc(accountClosure.dueAt));
  const failures = await db
    .select({ row: dataExport, nickName: user.nickName })
    .from(dataExport)
    .innerJoin(user, eq(user.userId, dataExport.userId))
    .where(and(isOpenFailure));
  return [
    ...closures.map(({ row, nickName }) => ({
      id: row.id * 2,
      title: `${nickName} 申请注销账号`,
      note: row.obstacle || `${formatDay(row.dueAt)} 自动注销，本人可撤销`,
      from: nickName,
      waitingSince: row.askedAt,
      dueAt: row.dueAt,
      to: "/members/roster",
    })),
    ...failures.map(({ row, nickName }) => ({
      id: row.id * 2 + 1,
      title: `${nickName} 的个人数据未能导出`,
      note: "查看运行日志，并请本人重新导出",
      from: nickName,
      waitingSince: row.askedAt,
      dueAt: new Date(row.askedAt.getTime() + ANSWER_MS),
      to: "/members/roster",
    })),
  ];
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
