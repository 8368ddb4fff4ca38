import { and, desc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { Type } from "typebox";
import { Nullable } from "#src/lib/wire.ts";
import { inShanghai } from "../../db/shanghai.ts";
import { formatDateTime } from "../../lib/text/dates.ts";
import { type Account, accountOf, hasPermission } from "../../server/http/access.ts";
import { ok, okSchema } from "../../server/http/reply.ts";
import type { Slice } from "../../server/start/context.ts";
import { reachOfList } from "../article/desk/service.server.ts";
import { isPublished } from "../article/service.server.ts";
import { article, articleReads } from "../article/table.server.ts";
import { category } from "../article_type/table.server.ts";
import { loginLog } from "../monitor/logininfor/table.server.ts";
import { user } from "../system/user/table.server.ts";

/** The charts show this many weeks, Monday to Sunday in Shanghai, the running one last. */
const WEEKS = 8;
const NEWEST = 6;

/** Status of an article in the recycle bin. */
const RECYCLED = "5";

/** Holders see drafts and what is being reviewed within their reach; others the published. */
const SEES_ALL = "content:article:list";

const Weeks = Type.Object({
  /** Since the site began. */
  total: Type.Integer(),
  /** `WEEKS` numbers, oldest first. */
  weeks: Type.Array(Type.Integer()),
});

const monday = (column: SQL) => sql`date_trunc('week', ${inShanghai(column)})`;

/** Rows of a table by the week of a moment, the weeks without any filled with 0. */
const weekly = (table: SQL, moment: SQL, condition: SQL) => sql`
  with weeks as (
    select generate_series(
      ${monday(sql`now()`)} - make_interval(weeks => ${WEEKS - 1}::int), ${monday(sql`now()`)}, '1 week'
    ) as week
  ), counted as (
    select ${monday(moment)} as week, count(*)::int as n from ${table}
    where ${condition} and ${moment} <= now()
      and ${moment} >= now() - make_interval(weeks => ${WEEKS}::int)
    group by 1
  )
  select coalesce(array_agg(coalesce(counted.n, 0) order by weeks.week), '{}') as weeks,
    (select count(*)::int from ${table} where ${condition} and ${moment} <= now()) as total
  from weeks left join counted using (week)`;

/** What the first screen after log-in shows, in one call. */
const api: Slice = (app, { db }) => {
  const countWeekly = async (table: SQL, moment: SQL, condition: SQL) => {
    const { rows } = await db.execute<{ weeks: number[]; total: number }>(
      weekly(table, moment, condition),
    );
    return rows[0] ?? { weeks: [], total: 0 };
  };

  /** The log-in before the one that is going on. */
  const lastLogin = async (userName: string) => {
    const [row] = await db
      .select({ time: loginLog.loginTime, ipaddr: loginLog.ipaddr })
      .from(loginLog)
      .where(and(eq(loginLog.userName, userName), eq(loginLog.msg, "登录成功")))
      .orderBy(desc(loginLog.infoId))
      .offset(1)
      .limit(1);
    return row ? { time: formatDateTime(row.time), ipaddr: row.ipaddr } : null;
  };

  const newestArticles = async (account: Account) => {
    const reach = hasPermission(account, SEES_ALL) ? await reachOfList(db, account) : undefined;
    const rows = await db
      .select({
        id: article.id,
        articleName: article.articleName,
        typeName: sql<string>`coalesce(${category.bllName}, '')`,
        status: article.status,
        createTime: article.publishTime,
        reads: sql<number>`coalesce(${articleReads.reads}, 0)`,
      })
      .from(article)
      .leftJoin(category, eq(category.id, article.typeId))
      .leftJoin(articleReads, eq(articleReads.articleId, article.id))
      .where(reach ? or(isPublished, and(ne(article.status, RECYCLED), reach)) : isPublished)
      .orderBy(desc(article.publishTime), desc(article.id))
      .limit(NEWEST);
    return rows.map((row) => ({ ...row, createTime: formatDateTime(row.createTime) }));
  };

  app.get(
    "/prod-api/workbench",
    {
      config: { access: "staff" },
      schema: {
        response: okSchema({
          data: Type.Object({
            lastLogin: Nullable(Type.Object({ time: Type.String(), ipaddr: Type.String() })),
            articles: Weeks,
            people: Weeks,
            reads: Type.Integer(),
            newest: Type.Array(
              Type.Object({
                id: Type.Integer(),
                articleName: Type.String(),
                typeName: Type.String(),
                status: Type.String(),
                createTime: Type.String(),
                reads: Type.Integer(),
              }),
            ),
          }),
        }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      // One after the other: the first screen of many people must not take every connection.
      const before = await lastLogin(account.userName);
      const articles = await countWeekly(sql`${article}`, sql`publish_time`, sql`is_listed`);
      const members = sql`user_type <> '00' and del_flag = '0'`;
      const people = await countWeekly(sql`${user}`, sql`create_time`, members);
      const reads = await db
        .select({ sum: sql<number>`coalesce(sum(${articleReads.reads}), 0)::float8` })
        .from(articleReads);
      const newest = await newestArticles(account);
      return ok({
        data: { lastLogin: before, articles, people, reads: reads[0]?.sum ?? 0, newest },
      });
    },
  );
};

export default api;
