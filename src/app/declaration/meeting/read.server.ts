import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { namedIn } from "#src/lib/declare/blind.ts";
import { DECLARE_CODES, declareStateName } from "#src/lib/declare/declare-life.ts";
import { MEETING_CODES, meetingStateName } from "#src/lib/declare/meeting-life.ts";
import { textIn } from "#src/lib/declare/read-values.ts";
import { fieldsOf } from "#src/lib/declare/schema.ts";
import { pointsText } from "#src/lib/declare/score-sheet.ts";
import { isAwarded } from "#src/lib/declare/words.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { batchOf, newestSchema } from "../batch/service.server.ts";
import { declareBatch, declareSchema } from "../batch/table.server.ts";
import { declareItem } from "../item/table.server.ts";
import { rankingOf } from "../panel/service.server.ts";
import { meetingSteps } from "./flow.server.ts";
import type { MeetingRow } from "./rows.server.ts";
import { pendingIn, resolvedIn, wonIn } from "./service.server.ts";
import { declareCase, declareMeeting, declareQuota } from "./table.server.ts";
import type { Case, Meeting, MeetingBatch, MeetingSheet, Quota } from "./wire.ts";

/** Batches that a committee has or had something to decide on, those that wait first. */
export async function meetingBatches(db: Db): Promise<MeetingBatch[]> {
  const waiting =
    sql<number>`(select count(*) from declare_item i where i.batch_id = ${declareBatch}.id
    and i.state = ${DECLARE_CODES.final})`.mapWith(Number);
  const meetings = sql<number>`(select count(*) from declare_meeting m
    where m.batch_id = ${declareBatch}.id)`.mapWith(Number);
  return db
    .select({ id: declareBatch.id, batchName: declareBatch.batchName, waiting, meetings })
    .from(declareBatch)
    .orderBy(desc(waiting), desc(declareBatch.closeAt), desc(declareBatch.id))
    .limit(100);
}

const meetingOf = (row: MeetingRow, account: Account): Meeting => ({
  id: row.id,
  batchId: row.batchId,
  version: row.version,
  state: row.state,
  stateName: meetingStateName(row.state),
  meetingName: row.meetingName,
  meetingOn: row.meetingOn,
  place: row.place,
  members: row.members,
  resolutionNo: row.resolutionNo,
  resolutionOn: row.resolutionOn,
  frozenAt: row.frozenAt ? formatDateTime(row.frozenAt) : null,
  allowed: meetingSteps(row, account),
});

const UNVOTED = {
  agree: null,
  against: null,
  abstain: null,
  result: "",
  award: "",
  opinion: "",
  isCarried: false,
  version: 0,
} as const;

/** Declarations that wait for the committee and are on no sheet, in their present order. */
async function waitingCases(db: Db, batchId: number): Promise<Case[]> {
  const { rows } = await rankingOf(db, batchId);
  const waiting = rows.filter(({ state }) => state === DECLARE_CODES.final);
  const taken = await db
    .select({ itemId: declareCase.itemId })
    .from(declareCase)
    .where(and(eq(declareCase.batchId, batchId), isNull(declareCase.carriedAt)));
  const free = waiting.filter(({ id }) => !taken.some(({ itemId }) => itemId === id));
  return free.map(({ id, place, itemNo, title, category, unitName, ...row }) => ({
    ...UNVOTED,
    id: 0,
    itemId: id,
    place,
    itemNo,
    title,
    category,
    unitName,
    leader: "",
    state: row.state,
    stateName: row.stateName,
    score: row.score,
    mean: row.mean,
    spread: row.spread,
    related: [],
    isOwn: false,
  }));
}

/** The sheet of a meeting as it was frozen. */
async function casesOf(db: Db, { id, members }: MeetingRow, userId: number): Promise<Case[]> {
  const isOwn = sql<boolean>`(${declareItem.userId} = ${userId} or exists (select 1 from declare_writer w
    where w.item_id = ${declareItem.id} and w.user_id = ${userId}))`;
  const rows = await db
    .select({ each: declareCase, item: declareItem, form: declareSchema.schema, isOwn })
    .from(declareCase)
    .innerJoin(declareItem, eq(declareItem.id, declareCase.itemId))
    .innerJoin(declareSchema, eq(declareSchema.id, declareItem.schemaId))
    .where(eq(declareCase.meetingId, id))
    .orderBy(asc(declareCase.place), asc(declareCase.id));
  return rows.map(({ each, item, form, isOwn: own }) => {
    const { persons } = namedIn(form, item.values);
    return {
      id: each.id,
      version: each.version,
      itemId: item.id,
      place: each.place,
      itemNo: item.itemNo,
      title: item.title,
      category: item.category,
      unitName: item.unitName,
      leader: textIn(item.values, "leaderName"),
      state: item.state,
      stateName: declareStateName(item.state),
      score: pointsText(each.score),
      mean: pointsText(each.mean),
      spread: pointsText(each.spread),
      agree: each.agree,
      against: each.against,
      abstain: each.abstain,
      result: each.result,
      award: each.award,
      opinion: each.opinion,
      isCarried: each.carriedAt !== null,
      related: members.filter((name) => persons.includes(name)),
      isOwn: own,
    };
  });
}

async function quotasOf(
  db: Db,
  batchId: number,
  meetingId: number,
  cases: readonly Case[],
): Promise<Quota[]> {
  const form = await newestSchema(db, batchId);
  const field = form && fieldsOf(form.schema).find(({ name }) => name === "category");
  const rows = await db.select().from(declareQuota).where(eq(declareQuota.batchId, batchId));
  const counts = await db
    .select({ category: declareItem.category, waiting: count() })
    .from(declareItem)
    .where(and(eq(declareItem.batchId, batchId), inArray(declareItem.state, [DECLARE_CODES.final])))
    .groupBy(declareItem.category);
  const categories = new Set([
    ...(field?.kind === "choice" ? field.options : []),
    ...counts.map(({ category }) => category),
    ...rows.map(({ category }) => category),
  ]);
  return Promise.all(
    [...categories].filter(Boolean).map(async (category) => ({
      category,
      places: rows.find((row) => row.category === category)?.places ?? null,
      waiting: counts.find((row) => row.category === category)?.waiting ?? 0,
      won: await wonIn(db, batchId, category),
      pending: await pendingIn(db, batchId, category, meetingId),
      passed: cases.filter(
        (each) => each.category === category && each.result === "pass" && !each.isCarried,
      ).length,
    })),
  );
}

/**
 * A batch before its committee: one meeting of it (the newest where none is asked for) with its quotas and its
 * declarations. @throws AppError 404
 */
export async function sheetOf(
  db: Db,
  batchId: number,
  meetingId: number | undefined,
  account: Account,
): Promise<MeetingSheet> {
  const batch = await batchOf(db, batchId);
  if (!batch) throw new AppError(NOT_FOUND, { code: 404 });
  const rows = await db
    .select()
    .from(declareMeeting)
    .where(eq(declareMeeting.batchId, batchId))
    .orderBy(desc(declareMeeting.id));
  const row = meetingId === undefined ? rows[0] : rows.find(({ id }) => id === meetingId);
  if (meetingId !== undefined && !row) throw new AppError(NOT_FOUND, { code: 404 });
  const waiting = await waitingCases(db, batchId);
  const isFrozen = row !== undefined && row.state !== MEETING_CODES.preparing;
  const cases = isFrozen ? await casesOf(db, row, account.userId) : waiting;
  const resolved = await resolvedIn(db, batchId);
  return {
    batchId,
    batchName: batch.batchName,
    kind: batch.kind,
    asksAward: isAwarded(batch.kind),
    meeting: row ? meetingOf(row, account) : null,
    meetings: rows.map(({ id, meetingName, state }) => ({
      id,
      meetingName,
      stateName: meetingStateName(state),
    })),
    quotas: await quotasOf(db, batchId, row?.id ?? 0, cases),
    cases,
    waiting: waiting.length,
    resolved: resolved.map(({ itemId, itemNo, title, result, meetingName, resolutionNo }) => ({
      itemId,
      ...{ itemNo, title, result, meetingName, resolutionNo },
    })),
  };
}
