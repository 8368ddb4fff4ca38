import { createHash } from "node:crypto";
import { and, asc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { codeSource, doorTimes, HASH_SIGNS, LIST_KEPT_MS } from "#src/lib/activity/door.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { type Activity, codesAround } from "../service.server.ts";
import { activity, activityEntry } from "../table.server.ts";
import type { DoorActivity, DoorCount, DoorEntry, DoorList } from "./wire.ts";

const DAY_MS = 86_400_000;
/** The coming days that a phone at the door is made ready for. */
const AHEAD_MS = 7 * DAY_MS;
const MOST_ACTIVITIES = 100;

const isDue = sql`${activityEntry.state} in (3, 4, 5, 10)`;
const isPresent = sql`${activityEntry.state} in (4, 5)`;

const NONE = { present: 0, due: 0 };

async function countsOf(db: Db, ids: readonly number[]): Promise<Map<number, DoorCount>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: activityEntry.activityId,
      present: sql<number>`(count(*) filter (where ${isPresent}))::int`,
      due: sql<number>`(count(*) filter (where ${isDue}))::int`,
    })
    .from(activityEntry)
    .where(inArray(activityEntry.activityId, [...ids]))
    .groupBy(activityEntry.activityId);
  return new Map(rows.map(({ id, ...count }) => [id, count]));
}

/** n 已签到 / m 应到 of one activity. */
export async function countOf(db: Db, id: number): Promise<DoorCount> {
  return (await countsOf(db, [id])).get(id) ?? NONE;
}

const shown = (row: Activity, count: DoorCount | undefined): DoorActivity => ({
  id: row.id,
  state: row.state,
  title: row.title,
  place: row.place,
  startAt: row.startAt?.getTime() ?? 0,
  endAt: row.endAt?.getTime() ?? 0,
  ...doorTimes(row),
  ...(count ?? NONE),
});

/** Activities of today and the coming days, and those of yesterday, the next one first. */
export async function doorActivities(db: Db): Promise<DoorActivity[]> {
  const now = Date.now();
  const rows = await db
    .select()
    .from(activity)
    .where(
      and(
        gte(activity.state, ACTIVITY_CODES.published),
        gte(activity.endAt, new Date(now - DAY_MS)),
        lte(activity.startAt, new Date(now + AHEAD_MS)),
      ),
    )
    .orderBy(asc(activity.startAt), asc(activity.id))
    .limit(MOST_ACTIVITIES);
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => shown(row, counts.get(row.id)));
}

const hashOf = (activityId: number, code: string): string =>
  createHash("sha256").update(codeSource(activityId, code)).digest("hex").slice(0, HASH_SIGNS);

/** All that a phone needs to stand at the door of one activity without a connection (decision 58). */
export async function doorList({ db, env }: Context, id: number): Promise<DoorList> {
  const [row] = await db.select().from(activity).where(eq(activity.id, id));
  if (!row || row.state < ACTIVITY_CODES.published) throw new AppError(NOT_FOUND, { code: 404 });
  const now = Date.now();
  const event = shown(row, await countOf(db, id));
  if (event.closesAt + LIST_KEPT_MS < now) {
    throw new AppError("活动已经结束超过 24 小时，名单不再提供；请在报名管理中查看");
  }
  const rows = await db
    .select({
      id: activityEntry.id,
      serial: activityEntry.serial,
      state: activityEntry.state,
      name: activityEntry.name,
      unit: activityEntry.unit,
      phoneEnd: sql<string>`right(${activityEntry.phone}, 4)`,
      seatNo: activityEntry.seatNo,
      checkedInAt: activityEntry.checkedInAt,
      checkedInDoor: activityEntry.checkedInDoor,
    })
    .from(activityEntry)
    .where(eq(activityEntry.activityId, id))
    .orderBy(asc(activityEntry.serial), asc(activityEntry.id));
  const entries: DoorEntry[] = rows.map(({ checkedInAt, ...entry }) => ({
    ...entry,
    checkedInAt: checkedInAt?.getTime() ?? null,
    hashes: codesAround(env.dataDir, entry, now).map((code) => hashOf(id, code)),
  }));
  return { activity: event, entries, now };
}
