import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { staffDue } from "#src/lib/membership/due.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { countOf, type InboxSource } from "#src/server/jobs/inbox.ts";
import { activity, activityEntry } from "./table.server.ts";

const since = sql<Date>`coalesce(${activity.updateTime}, ${activity.createTime})`.mapWith(
  activity.createTime,
);

/** Activities that wait for their publishing, and those with entries that wait for a review. */
function waiting(account: Account): SQL {
  const mayPublish = hasPermission(account, "activity:activity:publish");
  const mayCheck = hasPermission(account, "activity:entry:check");
  const inReview = eq(activity.state, ACTIVITY_CODES.review);
  const hasReview = and(
    inArray(activity.state, [ACTIVITY_CODES.published, ACTIVITY_CODES.closed]),
    sql`exists (select 1 from ${activityEntry} as e where e.activity_id = ${activity.id} and e.state = 0)`,
  );
  return sql`(${mayPublish ? inReview : sql`false`} or ${mayCheck ? hasReview : sql`false`})`;
}

async function list(db: Db, account: Account, offset: number, limit: number) {
  const rows = await db
    .select({
      id: activity.id,
      title: activity.title,
      state: activity.state,
      from: activity.createBy,
      waitingSince: since,
      // The table is named: of one table alone the columns lose its name, and "id" is then the entry's.
      reviews: sql<number>`(select count(*)::int from ${activityEntry} as e
        where e.activity_id = ${activity}.id and e.state = 0)`,
    })
    .from(activity)
    .where(waiting(account))
    .orderBy(asc(since), asc(activity.id))
    .offset(offset)
    .limit(limit);
  return rows.map(({ state, reviews, ...row }) => ({
    ...row,
    note: state === ACTIVITY_CODES.review ? "审核活动" : `审核报名 ${reviews} 人`,
    dueAt: staffDue(row.waitingSince),
    to:
      state === ACTIVITY_CODES.review
        ? `/activities/activity?id=${row.id}`
        : `/activities/entry?activityId=${row.id}&state=0`,
  }));
}

export const source: InboxSource = {
  kind: "activity",
  name: "活动",
  count: async (_db, account) => countOf(activity, waiting(account)),
  list,
};
