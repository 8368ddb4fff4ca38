import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { MEETING_KINDS } from "#src/lib/membership/council.ts";
import { inputText, type ListInput, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { choice, readFields, text } from "#src/server/fields/fields.ts";
import { day } from "#src/server/fields/value-fields.ts";
import { AppError, CONFLICT, NOT_FOUND } from "#src/server/http/errors.ts";
import { councilItem, councilMeeting } from "./table.server.ts";
import type { MeetingRow } from "./wire.ts";

export type Meeting = typeof councilMeeting.$inferSelect;

export const MEETING_FIELDS = {
  meetingName: text("会议名称", { max: 100, isRequired: true }),
  kind: choice("类别", Object.keys(MEETING_KINDS), { words: MEETING_KINDS, isRequired: true }),
  meetingOn: day("会议日期", { isRequired: true }),
  place: text("地点", { max: 100 }),
  remark: text("备注", { max: 500 }),
};

const count = (condition: SQL) =>
  sql<number>`(select count(*) from ${councilItem} as item
    where item.meeting_id = "council_meeting"."id" and ${condition})::int`;

const ROW = {
  id: councilMeeting.id,
  meetingName: councilMeeting.meetingName,
  kind: councilMeeting.kind,
  meetingOn: councilMeeting.meetingOn,
  place: councilMeeting.place,
  resolutionNo: councilMeeting.resolutionNo,
  resolutionOn: councilMeeting.resolutionOn,
  remark: councilMeeting.remark,
  version: councilMeeting.version,
  count: count(sql`true`),
  waiting: count(sql`item.result = ''`),
};

/** Meetings, those that have not decided first, then the latest. */
export async function listMeetings(
  db: Db,
  input: ListInput,
): Promise<{ rows: MeetingRow[]; total: number }> {
  const name = inputText(input, "meetingName");
  const kind = inputText(input, "kind");
  const isDecided = inputText(input, "isDecided");
  const condition = and(
    name ? sql`${councilMeeting.meetingName} ilike ${likePattern(name)}` : undefined,
    kind ? eq(councilMeeting.kind, kind) : undefined,
    isDecided === "1" ? sql`${councilMeeting.resolutionNo} <> ''` : undefined,
    isDecided === "0" ? eq(councilMeeting.resolutionNo, "") : undefined,
  );
  const total = await db.$count(councilMeeting, condition);
  const { pageNum, pageSize } = pageOf(input);
  const rows = await db
    .select(ROW)
    .from(councilMeeting)
    .where(condition)
    .orderBy(
      sql`${councilMeeting.resolutionNo} <> ''`,
      desc(councilMeeting.meetingOn),
      desc(councilMeeting.id),
    )
    .limit(pageSize)
    .offset(offsetOf(pageNum, pageSize, total));
  return { rows, total };
}

/** @throws AppError 404 */
export async function meetingRow(db: Db, id: number): Promise<MeetingRow> {
  const [row] = await db.select(ROW).from(councilMeeting).where(eq(councilMeeting.id, id));
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

/**
 * A meeting that has not decided, locked to the end of the transaction.
 * @throws AppError where it is not there, has decided, or is not as `version` says.
 */
export async function lockMeeting(tx: Db, id: number, version?: number): Promise<Meeting> {
  const [row] = await tx
    .select()
    .from(councilMeeting)
    .where(eq(councilMeeting.id, id))
    .for("update");
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  if (row.resolutionNo !== "") {
    throw new AppError(`「${row.meetingName}」已登记决议 ${row.resolutionNo}，名单不能再改动`);
  }
  if (version !== undefined && version !== row.version) throw new AppError(CONFLICT);
  return row;
}

/** Says that the meeting, or its sheet, is another one now. */
export const touchMeeting = (
  tx: Db,
  id: number,
  by: string,
  values: Partial<typeof councilMeeting.$inferInsert> = {},
) =>
  tx
    .update(councilMeeting)
    .set({
      ...values,
      version: sql`${councilMeeting.version} + 1`,
      updateBy: by,
      updateTime: sql`now()`,
    })
    .where(eq(councilMeeting.id, id));

type Body = Readonly<Record<string, unknown>>;

export async function addMeeting(db: Db, by: string, body: Body): Promise<number> {
  const { meetingName = "", meetingOn, ...rest } = readFields(MEETING_FIELDS, body, true);
  const [row] = await db
    .insert(councilMeeting)
    .values({ ...rest, meetingName, meetingOn: meetingOn ?? "", createBy: by })
    .returning({ id: councilMeeting.id });
  if (!row) throw new Error("a meeting was not written");
  return row.id;
}

export async function editMeeting(db: Db, by: string, id: number, body: Body): Promise<void> {
  const { meetingOn, ...rest } = readFields(MEETING_FIELDS, body, false);
  const version = body.version === undefined ? undefined : Number(body.version);
  await db.transaction(async (tx) => {
    const row = await lockMeeting(tx, id, version);
    await touchMeeting(tx, row.id, by, { ...rest, ...(meetingOn ? { meetingOn } : {}) });
  });
}

/** Meetings with an empty sheet go; any other is refused by its name, and none goes. */
export async function removeMeetings(db: Db, ids: readonly number[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of ids.toSorted((a, b) => a - b)) {
      const row = await lockMeeting(tx, id);
      const items = await tx.$count(councilItem, eq(councilItem.meetingId, id));
      if (items > 0) {
        throw new AppError(`「${row.meetingName}」的名单上还有 ${items} 项，请先移出`);
      }
    }
    await tx.delete(councilMeeting).where(inArray(councilMeeting.id, [...ids]));
  });
}
