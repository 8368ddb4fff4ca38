import { and, asc, between, eq, gt, isNull, ne } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { type CASE_RESULTS, MEETING_CODES } from "#src/lib/declare/meeting-life.ts";
import { AppError } from "#src/server/http/errors.ts";
import { lockBatch } from "../batch/service.server.ts";
import { declareItem } from "../item/table.server.ts";
import { declareCase, declareMeeting, declareQuota } from "./table.server.ts";

/** Whether the committee has the ranking of a batch: then no score comes in until another meeting is prepared. */
export async function isMet(db: Db, batchId: number): Promise<boolean> {
  const of = (isPreparing: boolean) =>
    db.$count(
      declareMeeting,
      and(
        eq(declareMeeting.batchId, batchId),
        isPreparing
          ? eq(declareMeeting.state, MEETING_CODES.preparing)
          : gt(declareMeeting.state, MEETING_CODES.preparing),
      ),
    );
  return (await of(false)) > 0 && (await of(true)) === 0;
}

const ASKED = {
  pass: "请先在“终审会议”登记评审委员会的决议，再办理公示",
  refuse: "请先在“终审会议”登记评审委员会的决议，再办理不予立项",
};
const OTHER = {
  pass: "评审委员会的决议是不通过，不能公示",
  refuse: "评审委员会的决议是通过，不能按不通过办理",
};

/**
 * What the committee has resolved on a declaration and what has not been carried out yet.
 * @throws AppError where there is nothing of the kind, or it says otherwise.
 */
export async function requireResolved(
  tx: Db,
  itemId: number,
  result: keyof typeof CASE_RESULTS,
): Promise<{ award: string; opinion: string }> {
  const [found] = await tx
    .select({ result: declareCase.result, award: declareCase.award, opinion: declareCase.opinion })
    .from(declareCase)
    .innerJoin(declareMeeting, eq(declareMeeting.id, declareCase.meetingId))
    .where(
      and(
        eq(declareCase.itemId, itemId),
        isNull(declareCase.carriedAt),
        eq(declareMeeting.state, MEETING_CODES.resolved),
      ),
    );
  if (!found) throw new AppError(ASKED[result]);
  if (found.result !== result) throw new AppError(OTHER[result]);
  return found;
}

/** Declarations of a batch that still wait although a meeting has resolved on them. */
export const resolvedIn = (db: Db, batchId: number) =>
  db
    .select({
      id: declareCase.id,
      itemId: declareCase.itemId,
      itemNo: declareItem.itemNo,
      title: declareItem.title,
      category: declareItem.category,
      result: declareCase.result,
      meetingId: declareMeeting.id,
      meetingName: declareMeeting.meetingName,
      resolutionNo: declareMeeting.resolutionNo,
    })
    .from(declareCase)
    .innerJoin(declareMeeting, eq(declareMeeting.id, declareCase.meetingId))
    .innerJoin(declareItem, eq(declareItem.id, declareCase.itemId))
    .where(
      and(
        eq(declareCase.batchId, batchId),
        isNull(declareCase.carriedAt),
        eq(declareMeeting.state, MEETING_CODES.resolved),
        eq(declareItem.state, DECLARE_CODES.final),
      ),
    )
    .orderBy(asc(declareCase.place), asc(declareCase.id));

/** Declarations of a category that other meetings of the batch have let pass and that are not shown yet. */
export const pendingIn = async (
  db: Db,
  batchId: number,
  category: string,
  withoutMeeting: number,
): Promise<number> =>
  (await resolvedIn(db, batchId)).filter(
    (each) =>
      each.category === category && each.result === "pass" && each.meetingId !== withoutMeeting,
  ).length;

const WON = between(declareItem.state, DECLARE_CODES.publicity, DECLARE_CODES.completed);

/** Declarations of a category that have won in a batch, without one of them. */
export const wonIn = (db: Db, batchId: number, category: string, without = 0): Promise<number> =>
  db.$count(
    declareItem,
    and(
      eq(declareItem.batchId, batchId),
      eq(declareItem.category, category),
      WON,
      ne(declareItem.id, without),
    ),
  );

/**
 * Takes a place of the quota for a declaration; the quota's row is held, so that of two at once one takes the last. The
 * batch's row is held too: where there is no quota yet, none is made meanwhile.
 * @throws AppError where none is left.
 */
export async function takePlace(
  tx: Db,
  { id, batchId, category }: Pick<typeof declareItem.$inferSelect, "id" | "batchId" | "category">,
): Promise<void> {
  await lockBatch(tx, batchId, "share");
  const [quota] = await tx
    .select()
    .from(declareQuota)
    .where(and(eq(declareQuota.batchId, batchId), eq(declareQuota.category, category)))
    .for("update");
  if (!quota) return;
  if ((await wonIn(tx, batchId, category, id)) >= quota.places) {
    throw new AppError(`“${category}”的名额为 ${quota.places} 件，已满`);
  }
}
