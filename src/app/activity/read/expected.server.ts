import { and, eq, gte, inArray, lte, ne } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { SELF_OPENS_BEFORE_MS } from "#src/lib/activity/door.ts";
import { ENTRY_CODES, OPEN_ENTRIES } from "#src/lib/activity/entry-life.ts";
import { activity, activityEntry } from "../table.server.ts";

/** Whether this telephone has a place in an activity whose participants check themselves in now (decision 65). */
export async function isExpectedInRoom(db: Db, phone: string): Promise<boolean> {
  const now = Date.now();
  const [row] = await db
    .select({ id: activityEntry.id })
    .from(activityEntry)
    .innerJoin(activity, eq(activity.id, activityEntry.activityId))
    .where(
      and(
        eq(activityEntry.phone, phone),
        inArray(activityEntry.state, [...OPEN_ENTRIES, ENTRY_CODES.absent]),
        gte(activity.state, ACTIVITY_CODES.published),
        ne(activity.state, ACTIVITY_CODES.cancelled),
        lte(activity.startAt, new Date(now + SELF_OPENS_BEFORE_MS)),
        gte(activity.endAt, new Date(now)),
      ),
    )
    .limit(1);
  return row !== undefined;
}
