import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { hasCode } from "#src/lib/causes.ts";
import { MAX_ITEMS } from "#src/lib/membership/council.ts";
import { AppError } from "#src/server/http/errors.ts";
import { lockMeeting, touchMeeting } from "./meetings.server.ts";
import { councilItem, councilMeeting } from "./table.server.ts";

/** What is put on a sheet: an application or a member, with the name that refusals say. */
export type ToDecide = { signId: number; name: string } | { memberId: number; name: string };

const columnOf = (what: ToDecide) => ("signId" in what ? councilItem.signId : councilItem.memberId);
const idOf = (what: ToDecide) => ("signId" in what ? what.signId : what.memberId);

/**
 * Puts applications or members on the sheet of a meeting. `find` reads and locks them once the meeting is
 * locked, and refuses what does not belong there.
 * @throws AppError where the meeting has decided, the sheet is full, or one of them waits on a sheet already.
 */
export async function putOnSheet(
  db: Db,
  { meetingId, by }: { meetingId: number; by: string },
  find: (tx: Db) => Promise<readonly ToDecide[]>,
): Promise<number> {
  try {
    return await db.transaction(async (tx) => {
      const meeting = await lockMeeting(tx, meetingId);
      const found = await find(tx);
      await requireFree(tx, found);
      const there = await tx.$count(councilItem, eq(councilItem.meetingId, meetingId));
      if (there + found.length > MAX_ITEMS) {
        throw new AppError(
          `一次会议最多审议 ${MAX_ITEMS} 项，「${meeting.meetingName}」已有 ${there} 项`,
        );
      }
      await tx
        .insert(councilItem)
        .values(found.map(({ name: _name, ...what }) => ({ meetingId, createBy: by, ...what })));
      await touchMeeting(tx, meetingId, by);
      return found.length;
    });
  } catch (error) {
    // Somebody put it on another sheet a moment before.
    if (hasCode(error, /^23505$/)) throw new AppError("所选内容中有刚被列入名单的，请刷新后再选");
    throw error;
  }
}

async function requireFree(tx: Db, found: readonly ToDecide[]): Promise<void> {
  const [first] = found;
  if (!first) throw new AppError("请先选择要列入名单的内容");
  const [taken] = await tx
    .select({ signId: councilItem.signId, memberId: councilItem.memberId, at: councilMeeting })
    .from(councilItem)
    .innerJoin(councilMeeting, eq(councilMeeting.id, councilItem.meetingId))
    .where(and(eq(councilItem.result, ""), inArray(columnOf(first), found.map(idOf))))
    .limit(1);
  if (!taken) return;
  const name = found.find((each) => idOf(each) === (taken.signId ?? taken.memberId))?.name ?? "";
  throw new AppError(`「${name}」已在「${taken.at.meetingName}」的审议名单上`);
}

/** Takes items off a sheet that has not been decided on. Returns how many they were. */
export async function takeOff(
  db: Db,
  { meetingId, by }: { meetingId: number; by: string },
  ids: readonly number[],
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockMeeting(tx, meetingId);
    const gone = await tx
      .delete(councilItem)
      .where(and(eq(councilItem.meetingId, meetingId), inArray(councilItem.id, [...ids])))
      .returning({ id: councilItem.id });
    if (gone.length === 0) throw new AppError("所选内容已不在名单上，请刷新后再看");
    await touchMeeting(tx, meetingId, by);
    return gone.length;
  });
}

/** Locks what waits on a sheet, in the order in which every list of applications is worked through. */
export const waitingItems = (tx: Db, meetingId: number) =>
  tx
    .select()
    .from(councilItem)
    .where(and(eq(councilItem.meetingId, meetingId), eq(councilItem.result, "")))
    .orderBy(sql`${councilItem.signId} nulls last`, councilItem.memberId);
