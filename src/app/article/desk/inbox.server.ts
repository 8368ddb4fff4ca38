import { and, asc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Account } from "#src/server/http/access.ts";
import type { InboxSource } from "#src/server/jobs/inbox.ts";
import { type Concerned, tellNews } from "../../news/service.server.ts";
import { type Reach, reachOf } from "../../system/reach/service.server.ts";
import { user } from "../../system/user/table.server.ts";
import { article } from "../table.server.ts";
import type { Whole } from "./acts/store.server.ts";
import { ARTICLES, EDIT, PUBLISH, REVIEW } from "./model/rights.server.ts";
import { articleCopy } from "./table.server.ts";

/** A review is to be done within two days. */
const DUE_MS = 2 * 86_400_000;

const submittedAt = sql<Date>`coalesce(${articleCopy.submittedAt}, ${article.submittedAt},
  ${article.updateTime}, ${article.createTime})`.mapWith(article.createTime);
const submittedBy = sql`coalesce(${articleCopy.submittedBy}, ${article.submittedBy}, 0)`;
const passed = sql`coalesce(${articleCopy.approvedAt}, ${article.approvedAt}) is not null`;
const isIn = or(eq(article.status, "1"), eq(articleCopy.status, "1"));

/** What waits for this person: reviews of others' articles, passed ones to publish, own ones sent back. */
function waiting({ account, where }: Reach): SQL | undefined {
  return and(
    ne(article.status, "5"),
    or(
      and(isIn, sql`not ${passed}`, where(REVIEW, ARTICLES), ne(submittedBy, account.userId)),
      and(isIn, passed, where(PUBLISH, ARTICLES)),
      and(
        sql`(${article.isReturned} or coalesce(${articleCopy.isReturned}, false))`,
        eq(article.ownerId, account.userId),
        where(EDIT, ARTICLES),
      ),
    ),
  );
}

/** For whom an article waits as it stands: the same as `waiting`, of one at hand. */
function waitsFor({ row, copy }: Whole): Concerned[] {
  if (row.status === "5") return [];
  const concerned: Concerned[] = [];
  if (row.status === "1" || copy?.status === "1") {
    concerned.push((copy?.approvedAt ?? row.approvedAt) ? PUBLISH : REVIEW);
  }
  const isReturned = row.isReturned || copy?.isReturned === true;
  if (isReturned && row.ownerId !== null) concerned.push({ userId: row.ownerId });
  return concerned;
}

/** Tells those for whom the article waited before a step, or waits after it. */
export async function tellWaiting(
  tx: Db,
  before: Whole | undefined,
  after: Whole | undefined,
): Promise<void> {
  const concerned = [before, after].flatMap((whole) => (whole ? waitsFor(whole) : []));
  if (concerned.length > 0) await tellNews(tx, "inbox", concerned);
}

async function list(db: Db, account: Account, offset: number, limit: number) {
  const reach = await reachOf(db, account);
  const rows = await db
    .select({
      id: article.id,
      title: article.articleName,
      from: sql<string>`coalesce(${user.nickName}, '')`,
      waitingSince: submittedAt,
      isIn: sql<boolean>`coalesce(${isIn}, false)`,
      isPassed: sql<boolean>`${passed}`,
    })
    .from(article)
    .leftJoin(articleCopy, eq(articleCopy.articleId, article.id))
    .leftJoin(user, sql`${user.userId} = ${submittedBy}`)
    .where(waiting(reach))
    .orderBy(asc(submittedAt), asc(article.id))
    .offset(offset)
    .limit(limit);
  return rows.map(({ isIn: isInReview, isPassed, ...row }) => ({
    ...row,
    note: !isInReview ? "退回修改" : isPassed ? "等待发布" : "等待审核",
    dueAt: new Date(row.waitingSince.getTime() + DUE_MS),
    to: isInReview ? `/content/article-review/${row.id}` : `/content/article-edit/${row.id}`,
  }));
}

export const source: InboxSource = {
  kind: "article",
  name: "文章",
  count: async (db, account) =>
    sql<number>`(select count(*)::int from ${article}
      left join ${articleCopy} on ${eq(articleCopy.articleId, article.id)}
      where ${waiting(await reachOf(db, account))})`,
  list,
};
