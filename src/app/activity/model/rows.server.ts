import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { AppError, CONFLICT } from "#src/server/http/errors.ts";
import { activity, activityEntry, activityOrder } from "../table.server.ts";

export type Activity = typeof activity.$inferSelect;
export type Order = typeof activityOrder.$inferSelect;
type EntryRow = typeof activityEntry.$inferSelect;

/** One person's place with what it belongs to. `event.taken` is that before the step. */
export type Entry = EntryRow & { event: Activity; order: Order };

/** The activity where the condition holds of it, locked to the end of the transaction. */
export async function lockActivity(
  tx: Db,
  id: number,
  condition?: SQL | undefined,
): Promise<Activity | undefined> {
  const [row] = await tx
    .select()
    .from(activity)
    .where(and(eq(activity.id, id), condition))
    .for("update");
  return row;
}

export async function putActivity(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof activity.$inferInsert, "version">>,
): Promise<Activity> {
  const [row] = await tx
    .update(activity)
    .set({ ...values, version: sql`${activity.version} + 1`, updateTime: sql`now()` })
    .where(eq(activity.id, id))
    .returning();
  if (!row) throw new Error(`there is no activity ${id}`);
  return row;
}

/** Statement of the entries with their orders and activities. */
export const selectEntries = (db: Db) =>
  db
    .select({ entry: activityEntry, event: activity, order: activityOrder })
    .from(activityEntry)
    .innerJoin(activity, eq(activity.id, activityEntry.activityId))
    .innerJoin(activityOrder, eq(activityOrder.id, activityEntry.orderId));

export const wholeEntry = (row: { entry: EntryRow; event: Activity; order: Order }): Entry => ({
  ...row.entry,
  event: row.event,
  order: row.order,
});

/**
 * The entry where the condition holds of it (columns of activity_entry, activity and activity_order), locked with its
 * activity. Always the activity first: the count of seats changes it, and two that wait for each other are none.
 */
export async function lockEntry(
  tx: Db,
  id: number,
  condition: SQL | undefined,
): Promise<Entry | undefined> {
  await tx
    .select({ id: activity.id })
    .from(activity)
    .where(
      inArray(
        activity.id,
        tx
          .select({ id: activityEntry.activityId })
          .from(activityEntry)
          .where(eq(activityEntry.id, id)),
      ),
    )
    .for("update");
  const [row] = await selectEntries(tx)
    .where(and(eq(activityEntry.id, id), condition))
    .for("update", { of: activityEntry });
  return row && wholeEntry(row);
}

/** Writes values into a locked entry. */
export async function putEntry(
  tx: Db,
  before: Entry,
  values: Partial<Omit<typeof activityEntry.$inferInsert, "version">>,
): Promise<Entry> {
  const [row] = await tx
    .update(activityEntry)
    .set({ ...values, version: sql`${activityEntry.version} + 1`, updateTime: sql`now()` })
    .where(eq(activityEntry.id, before.id))
    .returning();
  if (!row) throw new Error(`there is no entry ${before.id}`);
  return { ...row, event: before.event, order: before.order };
}

/** @throws AppError when the call was made for another version than the record has. */
export async function checkVersion(row: { version: number }, version: unknown): Promise<void> {
  if (version === undefined || version === null || version === "") return;
  if (Number(version) !== row.version) {
    throw new AppError(CONFLICT, { data: { version: row.version } });
  }
}

/** Seats that are left; undefined: as many as come. */
export const seatsLeft = ({ capacity, taken }: Pick<Activity, "capacity" | "taken">) =>
  capacity === 0 ? undefined : Math.max(0, capacity - taken);
