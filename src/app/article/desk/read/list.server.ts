import { and, asc, desc, eq, gt, gte, ilike, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { category } from "#src/app/article_type/table.server.ts";
import { wordsMatch } from "#src/app/search/service.server.ts";
import { dept } from "#src/app/system/dept/table.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { containsPairs, likePattern } from "#src/db/like.ts";
import { idOfText } from "#src/lib/id-text.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import {
  conditionOf,
  inputText,
  type ListInput,
  offsetOf,
  pageOf,
} from "#src/server/crud/list-query.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { article, articleReads } from "../../table.server.ts";
import type { DeskCounts, DeskRow } from "../model/desk.ts";
import type { Visible } from "../model/fields.ts";
import { ARTICLES, LIST, ownReview, permissionOf } from "../model/rights.server.ts";
import { type ArticleState, type ArticleVerb, type Standing, verbsOf } from "../model/states.ts";
import { articleCopy } from "../table.server.ts";

const time = (date: Date | null) => (date ? formatDateTime(date) : null);

const COPY_STATE = sql<0 | 1 | 2 | 3>`(case when ${articleCopy.articleId} is null then 0
  when ${articleCopy.status} <> '1' then 1 when ${articleCopy.approvedAt} is null then 2 else 3 end)`;

const EXPIRED = sql<boolean>`(${article.status} = '3' and ${article.expireTime} <= now())`;

const ROW = {
  id: article.id,
  articleName: article.articleName,
  typeId: article.typeId,
  typeName: sql<string>`coalesce(${category.bllName}, '')`,
  source: article.source,
  author: article.author,
  status: sql<ArticleState>`${article.status}`,
  isReturned: sql<boolean>`(${article.isReturned} or coalesce(${articleCopy.isReturned}, false))`,
  approvedAt: article.approvedAt,
  isExpired: sql<boolean>`coalesce(${EXPIRED}, false)`,
  copyState: COPY_STATE,
  visible: sql<Visible>`${article.visible}`,
  top: article.top,
  topUntil: article.topUntil,
  hasCover: sql<boolean>`${article.cover} <> ''`,
  attachmentCount: sql<number>`jsonb_array_length(${article.attachments})`,
  reads: sql<number>`coalesce(${articleReads.reads}, 0)`,
  publishTime: article.publishTime,
  planTime: article.planTime,
  expireTime: article.expireTime,
  ownerId: article.ownerId,
  deptId: article.deptId,
  ownerName: sql<string>`coalesce(${user.nickName}, '')`,
  deptName: sql<string>`coalesce(${dept.deptName}, '')`,
  submittedAt:
    sql<Date | null>`coalesce(${article.submittedAt}, ${articleCopy.submittedAt})`.mapWith(
      article.submittedAt,
    ),
  updatedAt: sql<Date>`coalesce(${article.updateTime}, ${article.createTime})`.mapWith(
    article.createTime,
  ),
  submittedBy: sql<
    number | null
  >`coalesce(${articleCopy.submittedBy}, ${article.submittedBy})`.mapWith(article.submittedBy),
  recycledAt: article.recycledAt,
  version: article.version,
};

const selectRows = (db: Db) =>
  db
    .select(ROW)
    .from(article)
    .leftJoin(category, eq(category.id, article.typeId))
    .leftJoin(articleCopy, eq(articleCopy.articleId, article.id))
    .leftJoin(articleReads, eq(articleReads.articleId, article.id))
    .leftJoin(user, eq(user.userId, article.ownerId))
    .leftJoin(dept, eq(dept.deptId, article.deptId))
    .$dynamic();

type Selected = Awaited<ReturnType<typeof selectRows>>[number];

type Judged = Standing & {
  ownerId: number | null;
  deptId: number | null;
  submittedBy: number | null;
};

/** What this person may do with a row now. */
export const allowedOf = (reach: Reach, row: Judged): ArticleVerb[] =>
  verbsOf(row).filter(
    (verb) =>
      reach.covers(permissionOf(verb), row) &&
      ownReview(verb, row.submittedBy, reach.account) === undefined,
  );

function shown(reach: Reach, row: Selected): DeskRow {
  const {
    approvedAt,
    planTime,
    ownerId,
    deptId,
    submittedBy,
    submittedAt,
    updatedAt,
    recycledAt,
    ...rest
  } = row;
  const isTimed = row.status === "2" || row.status === "3";
  const isApproved = approvedAt !== null;
  return {
    ...rest,
    isApproved,
    topUntil: time(row.topUntil),
    publishTime: isTimed ? time(row.publishTime) : time(planTime),
    expireTime: time(row.expireTime),
    submittedTime: time(submittedAt),
    updateTime: formatDateTime(updatedAt),
    recycledTime: time(recycledAt),
    allowed: allowedOf(reach, { ...row, isApproved }),
  };
}

const inReview = and(
  or(eq(article.status, "1"), eq(articleCopy.status, "1")),
  sql`coalesce(${article.approvedAt}, ${articleCopy.approvedAt}) is null`,
);
const approved = sql`coalesce(${article.approvedAt}, ${articleCopy.approvedAt}) is not null
  and ${article.status} <> '5'`;
const returned = sql`(${article.isReturned} or coalesce(${articleCopy.isReturned}, false))
  and ${article.status} <> '5'`;

/** Conditions of the state filters beside the bare states. */
const STATES: Readonly<Record<string, SQL | undefined>> = {
  "0": eq(article.status, "0"),
  "1": inReview,
  "2": eq(article.status, "2"),
  "3": eq(article.status, "3"),
  "4": eq(article.status, "4"),
  "5": eq(article.status, "5"),
  returned,
  approved,
  expired: EXPIRED,
};

const ORDERS: Readonly<Record<string, SQL>> = {
  publishTime: sql`${article.publishTime}`,
  reads: sql`coalesce(${articleReads.reads}, 0)`,
  updateTime: sql`coalesce(${article.updateTime}, ${article.createTime})`,
  top: sql`${article.top}`,
};

const titled = alias(article, "titled");

/** Each half by its own index: as one condition they would be looked for row by row. */
const isNamedBy = (keyword: string): SQL => {
  const byTitle = sql`select titled.id from article titled where ${containsPairs(titled.articleName, keyword)}`;
  const match = wordsMatch(keyword);
  const byWord = sql`select w.id from article w where w.search @@ ${match}::tsquery`;
  return sql`${article.id} in (${match ? sql`${byTitle} union ${byWord}` : byTitle})`;
};

/** In a category or one below it, closed ones as well. */
const isBelow = (typeId: number): SQL => sql`${article.typeId} in (with recursive below(id) as (
  select ${typeId}::bigint union
  select t.id from article_type t join below on t.parent_id = below.id) select id from below)`;

/** The condition a list call asks for, within the person's reach. */
export function deskCondition(reach: Reach, input: ListInput): SQL | undefined {
  const { account } = reach;
  const conditions: (SQL | undefined)[] = [reach.where(LIST, ARTICLES)];
  const keyword = inputText(input, "keyword");
  if (keyword) {
    conditions.push(isNamedBy(keyword));
  }
  const asked = inputText(input, "typeId");
  if (asked) {
    const typeId = idOfText(asked);
    conditions.push(typeId === undefined ? sql`false` : isBelow(typeId));
  }
  const status = inputText(input, "status");
  if (status === "") conditions.push(sql`${article.status} <> '5'`);
  else conditions.push(Object.hasOwn(STATES, status) ? STATES[status] : sql`false`);
  const visible = inputText(input, "visible");
  if (visible) conditions.push(eq(article.visible, visible));
  const owner = inputText(input, "owner");
  if (owner === "me") conditions.push(eq(article.ownerId, account.userId));
  else if (owner) conditions.push(ilike(user.nickName, likePattern(owner)));
  const source = inputText(input, "source");
  if (source) {
    const pattern = likePattern(source);
    conditions.push(or(ilike(article.source, pattern), ilike(article.author, pattern)));
  }
  if (inputText(input, "hasCover") === "0") conditions.push(eq(article.cover, ""));
  if (inputText(input, "isTop") === "1") conditions.push(gt(article.top, 0));
  conditions.push(conditionOf(article, { time: "publishTime" }, input));
  return and(...conditions);
}

/** Only the parts that a condition can name are joined: a count reads as little as it can. */
async function countOf(db: Db, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(article)
    .leftJoin(articleCopy, eq(articleCopy.articleId, article.id))
    .leftJoin(user, eq(user.userId, article.ownerId))
    .where(condition);
  return row?.n ?? 0;
}

export async function listDesk(
  { db }: Pick<Context, "db">,
  reach: Reach,
  input: ListInput,
): Promise<{ rows: DeskRow[]; total: number }> {
  const condition = deskCondition(reach, input);
  const { pageNum, pageSize } = pageOf(input);
  const total = await countOf(db, condition);
  const rows = await selectRows(db)
    .where(condition)
    .orderBy(...orderOf(input))
    .limit(pageSize)
    .offset(offsetOf(pageNum, pageSize, total));
  return { rows: rows.map((row) => shown(reach, row)), total };
}

function orderOf(input: ListInput): SQL[] {
  const name = inputText(input, "orderByColumn");
  const isRecycled = inputText(input, "status") === "5";
  if (!name) {
    if (isRecycled) return [desc(article.recycledAt), desc(article.id)];
    // What is pinned first, as visitors see it; then what was worked on last.
    const isPinned = inputText(input, "isTop") === "1";
    return isPinned
      ? [desc(article.top), desc(article.publishTime), desc(article.id)]
      : [sql`${ORDERS.updateTime} desc`, desc(article.id)];
  }
  const order = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined;
  const way = inputText(input, "isAsc") || "asc";
  if (!order || !/^(asc|desc)(ending)?$/.test(way)) {
    throw new AppError("参数不符合规范，不能进行查询");
  }
  const isDown = way.startsWith("desc");
  return [
    isDown ? sql`${order} desc` : sql`${order} asc`,
    isDown ? desc(article.id) : sql`${article.id} asc`,
  ];
}

/** Ids that a list call matches, newest first, at most `limit`; the rows are locked, oldest first. */
export async function lockMatched(
  tx: Db,
  condition: SQL | undefined,
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .select({ id: article.id })
    .from(article)
    .leftJoin(articleCopy, eq(articleCopy.articleId, article.id))
    .leftJoin(user, eq(user.userId, article.ownerId))
    .where(condition)
    .orderBy(asc(article.id))
    .limit(limit)
    .for("update", { of: article });
  return rows.map((row) => row.id).reverse();
}

const WEEK_MS = 7 * 86_400_000;

/** The figures above the list, in one statement: nine of them would take nine connections at once. */
export async function deskCounts(db: Db, reach: Reach): Promise<DeskCounts> {
  const weekAgo = gte(article.publishTime, new Date(Date.now() - WEEK_MS));
  const isPublic = and(eq(article.isListed, true), lt(article.publishTime, sql`now()`));
  const own = eq(article.ownerId, reach.account.userId);
  const of = (condition: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const [counts] = await db
    .select({
      all: of(sql`${article.status} <> '5'`),
      review: of(inReview),
      approved: of(approved),
      scheduled: of(eq(article.status, "2")),
      mine: of(and(own, eq(article.status, "0"))),
      week: of(and(isPublic, weekAgo)),
      noCover: of(and(isPublic, eq(article.cover, ""))),
      returned: of(returned),
      recycled: of(eq(article.status, "5")),
    })
    .from(article)
    .leftJoin(articleCopy, eq(articleCopy.articleId, article.id))
    .where(reach.where(LIST, ARTICLES));
  if (!counts) throw new Error("a count without a row");
  return counts;
}
