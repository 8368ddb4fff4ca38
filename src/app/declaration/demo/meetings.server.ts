import { eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { MEETING_CODES } from "#src/lib/declare/meeting-life.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { declareItem } from "../item/table.server.ts";
import { declareCase, declareMeeting, declareQuota } from "../meeting/table.server.ts";
import { rankingOf } from "../panel/service.server.ts";

const DAY = 86_400_000;
const MEMBERS = ["周以宁", "沈若溪", "顾明舟", "陆知远", "何沐", "宋清和", "方予安"];

const hundredths = (text: string) => Math.round(Number(text || "0") * 100);

/** A meeting that has resolved on what is shown to the public, and one that is prepared for what waits. */
export async function demoMeetings(
  db: Db,
  batchId: number,
  shownIds: readonly number[],
): Promise<void> {
  const now = Date.now();
  const { rows } = await rankingOf(db, batchId);
  const [first] = await db
    .insert(declareMeeting)
    .values({
      batchId,
      meetingName: "第一次终审会",
      meetingOn: formatDay(new Date(now - 4 * DAY)),
      place: "学会第一会议室",
      members: MEMBERS,
      createBy: "system",
    })
    .returning();
  if (!first) throw new Error("a meeting was not written");
  const shown = rows.filter(({ id }) => shownIds.includes(id));
  const items = await db
    .select({ id: declareItem.id, award: declareItem.award })
    .from(declareItem)
    .where(inArray(declareItem.id, [...shownIds]));
  await db.insert(declareCase).values(
    shown.map((row) => ({
      batchId,
      meetingId: first.id,
      itemId: row.id,
      place: row.place,
      score: hundredths(row.score),
      mean: hundredths(row.mean),
      spread: hundredths(row.spread),
    })),
  );
  const of = eq(declareMeeting.id, first.id);
  await db
    .update(declareMeeting)
    .set({ state: MEETING_CODES.frozen, frozenAt: new Date(now - 4 * DAY) })
    .where(of);
  for (const { id, award } of items) {
    await db
      .update(declareCase)
      .set({ agree: 6, against: 0, abstain: 1, result: "pass", award })
      .where(eq(declareCase.itemId, id));
  }
  await db
    .update(declareMeeting)
    .set({
      state: MEETING_CODES.resolved,
      resolutionNo: "评委决〔1〕号",
      resolutionOn: formatDay(new Date(now - 3 * DAY)),
    })
    .where(of);
  for (const id of shownIds) {
    await db
      .update(declareItem)
      .set({ state: DECLARE_CODES.publicity })
      .where(eq(declareItem.id, id));
  }
  await db.insert(declareMeeting).values({
    batchId,
    meetingName: "第二次终审会",
    meetingOn: formatDay(new Date(now + 6 * DAY)),
    place: "学会第一会议室",
    members: MEMBERS,
    createBy: "system",
  });
  const categories = [...new Set(rows.map(({ category }) => category))];
  await db
    .insert(declareQuota)
    .values(categories.map((category) => ({ batchId, category, places: 8 })))
    .onConflictDoNothing();
}
