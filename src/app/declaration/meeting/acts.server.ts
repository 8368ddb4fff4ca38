import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { CASE_RESULTS, MEETING_CODES, voteProblem } from "#src/lib/declare/meeting-life.ts";
import { AWARDS, isAwarded } from "#src/lib/declare/words.ts";
import { formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { parseId, plainText, readIds } from "#src/server/crud/ids.ts";
import type { Act, Done, Given, Person } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { batchOf, lockBatch } from "../batch/service.server.ts";
import { isWrittenBy } from "../item/service.server.ts";
import { declareItem } from "../item/table.server.ts";
import { holdScores, rankingOf } from "../panel/service.server.ts";
import { checkVersion, type MeetingRow, putMeeting } from "./rows.server.ts";
import { pendingIn, resolvedIn, wonIn } from "./service.server.ts";
import { declareCase, declareMeeting, declareQuota } from "./table.server.ts";

type MeetingAct = Act<MeetingRow, Person>;

const MAX_MEMBERS = 99;
const lengthOf = (text: string): number => Array.from(text).length;

/** Names, one a line or parted by commas; each once. */
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]/)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];

const dayOf = (text: string): string | undefined => {
  const date = parseDateTime(text);
  return date && formatDay(date) === text ? text : undefined;
};

type SaidQuota = { category: string; places: number | null };

/** The quotas of a body; `quota.<category>` names what is wrong. Empty: not bounded. */
function quotasIn(value: unknown): SaidQuota[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const problems: Record<string, string> = {};
  const quotas = list.map((each): SaidQuota => {
    const said = (typeof each === "object" && each !== null ? each : {}) as Given;
    const category = plainText(said.category);
    const text = plainText(said.places).trim();
    if (text !== "" && !/^\d{1,4}$/.test(text)) {
      problems[`quota.${category}`] = `“${category}”的名额为 0 到 9999 的整数，不限请留空`;
    }
    return { category, places: text === "" ? null : Number(text) };
  });
  refuseFields(problems);
  return quotas;
}

/** What is said of a meeting, read and checked. @throws AppError with a text on each field */
export function readMeeting(given: Given) {
  const meetingName = plainText(given.meetingName).trim();
  const meetingOn = dayOf(plainText(given.meetingOn).trim());
  const place = plainText(given.place).trim();
  const members = namesIn(plainText(given.members));
  refuseFields({
    meetingName:
      meetingName === ""
        ? "请填写会议名称"
        : lengthOf(meetingName) > 60
          ? "会议名称最多 60 个字"
          : undefined,
    meetingOn: meetingOn ? undefined : "请填写会议日期，如 2026-12-20",
    place: lengthOf(place) > 100 ? "会议地点最多 100 个字" : undefined,
    members:
      members.length > MAX_MEMBERS
        ? `到会委员最多 ${MAX_MEMBERS} 人`
        : members.some((name) => lengthOf(name) > 30)
          ? "委员姓名最多 30 个字，请每行写一位"
          : undefined,
  });
  return {
    meetingName,
    meetingOn: meetingOn ?? "",
    place,
    members,
    quotas: quotasIn(given.quotas),
  };
}

/**
 * Writes the quotas of a batch. Its row is held, so that no place is taken while a quota is made that was not there.
 * @throws AppError where more have won than a quota would allow.
 */
export async function putQuotas(
  tx: Db,
  batchId: number,
  quotas: readonly SaidQuota[],
): Promise<void> {
  await lockBatch(tx, batchId, "no key update");
  for (const { category, places } of quotas) {
    const row = and(eq(declareQuota.batchId, batchId), eq(declareQuota.category, category));
    if (places === null) {
      await tx.delete(declareQuota).where(row);
      continue;
    }
    // Held, so that nobody takes a place while it is counted.
    await tx.select().from(declareQuota).where(row).for("update");
    const won = await wonIn(tx, batchId, category);
    if (won > places) {
      refuseFields({
        [`quota.${category}`]: `“${category}”已有 ${won} 件公示或立项，名额不能少于 ${won}`,
      });
    }
    await tx
      .insert(declareQuota)
      .values({ batchId, category, places })
      .onConflictDoUpdate({
        target: [declareQuota.batchId, declareQuota.category],
        set: { places },
      });
  }
}

export async function edit({ tx, before, given }: MeetingAct): Promise<Done<MeetingRow>> {
  const { quotas, ...values } = readMeeting(given);
  const cases = await tx.select().from(declareCase).where(eq(declareCase.meetingId, before.id));
  const wrong = cases
    .map((each) => voteProblem(each, each.result, values.members.length))
    .find((problem) => problem !== undefined);
  refuseFields({ members: wrong && `已登记的表决与到会人数不符：${wrong}` });
  await putQuotas(tx, before.batchId, quotas);
  return { after: await putMeeting(tx, before.id, values) };
}

const hundredths = (text: string): number => Math.round(Number(text || "0") * 100);

const NOT_AGAIN = "所选复议的申报已按决议办理，或已不在待终审，请刷新后重新选择";

/**
 * Declarations on which the committee decides once more: what was resolved on them serves no more. Their rows are held
 * before their cases, as the steps that carry a resolution out do. @throws AppError where one has been carried out
 */
async function takeUpAgain(tx: Db, batchId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: declareItem.id })
    .from(declareItem)
    .where(inArray(declareItem.id, [...ids]))
    .orderBy(asc(declareItem.id))
    .for("no key update");
  const resolved = await resolvedIn(tx, batchId);
  const found = resolved.filter(({ itemId }) => ids.includes(itemId));
  if (found.length < ids.length) throw new AppError(NOT_AGAIN);
  await tx
    .update(declareCase)
    .set({ carriedAt: new Date() })
    .where(
      inArray(
        declareCase.id,
        found.map(({ id }) => id),
      ),
    );
}

/**
 * Puts the ranking down as it is now: what the committee sees, whatever comes later. `again`: declarations of the batch
 * on which an earlier meeting resolved and nothing was carried out.
 */
export async function freeze({ tx, before, given }: MeetingAct): Promise<Done<MeetingRow>> {
  await holdScores(tx, before.batchId);
  await takeUpAgain(tx, before.batchId, readIds(given, "again") ?? []);
  const { rows } = await rankingOf(tx, before.batchId);
  const waiting = rows.filter(({ state }) => state === DECLARE_CODES.final);
  // What another meeting resolved and nobody has carried out yet stays with that one.
  const taken = await tx
    .select({ itemId: declareCase.itemId })
    .from(declareCase)
    .where(and(eq(declareCase.batchId, before.batchId), isNull(declareCase.carriedAt)));
  const free = waiting.filter(({ id }) => !taken.some(({ itemId }) => itemId === id));
  if (free.length === 0) throw new AppError("没有待终审的申报，请先在“专家评审”结束评审、转终审");
  for (const { id, place, score, mean, spread } of free) {
    await tx.insert(declareCase).values({
      batchId: before.batchId,
      meetingId: before.id,
      itemId: id,
      place,
      score: hundredths(score),
      mean: hundredths(mean),
      spread: hundredths(spread),
    });
  }
  const { frozen } = MEETING_CODES;
  return { after: await putMeeting(tx, before.id, { state: frozen, frozenAt: new Date() }) };
}

/** Scores may come in again; what was voted on the ranking of before goes with it. */
export async function reopen({ tx, before, given }: MeetingAct): Promise<Done<MeetingRow>> {
  const reason = plainText(given.opinion).trim();
  refuseFields({ opinion: isReason(reason) ? undefined : REASON_ASKED });
  const { preparing } = MEETING_CODES;
  const after = await putMeeting(tx, before.id, { state: preparing, frozenAt: null });
  await tx.delete(declareCase).where(eq(declareCase.meetingId, before.id));
  return { after, opinion: reason };
}

/** Holds what has become of a declaration since; a withdrawn or declined one has left the committee. */
async function lockCase(tx: Db, meetingId: number, id: number) {
  const [row] = await tx
    .select()
    .from(declareCase)
    .where(and(eq(declareCase.id, id), eq(declareCase.meetingId, meetingId)))
    .for("update");
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

const countIn = (value: unknown): number | null | undefined => {
  const text = plainText(value).trim();
  if (text === "") return null;
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
};

const OWN = "这是您本人申报或共同填写的项目，请由其他同事登记表决";

/**
 * Votes on one declaration: what is said of it takes the place of what was said before, field by field. What a body
 * does not name stays as somebody else has left it. @throws AppError on one's own declaration
 */
export async function vote({ tx, before, given, person }: MeetingAct): Promise<Done<MeetingRow>> {
  const row = await lockCase(tx, before.id, parseId(given.caseId));
  if (await isWrittenBy(tx, row.itemId, person.account.userId)) throw new AppError(OWN);
  checkVersion(row, given.caseVersion);
  const said = { ...row, ...given };
  const [agree, against, abstain] = [said.agree, said.against, said.abstain].map(countIn);
  const result = plainText(said.result);
  const award = plainText(said.award);
  const opinion = plainText(said.opinion).trim();
  const whole = "票数应为 0 到 99 的整数";
  refuseFields({
    agree: agree === undefined ? whole : undefined,
    against: against === undefined ? whole : undefined,
    abstain: abstain === undefined ? whole : undefined,
    result: result === "" || Object.hasOwn(CASE_RESULTS, result) ? undefined : "请选择表决结果",
    award: award === "" || Object.hasOwn(AWARDS, award) ? undefined : "请选择获奖等级",
    opinion: lengthOf(opinion) > 500 ? "意见最多 500 个字" : undefined,
  });
  const votes = { agree: agree ?? null, against: against ?? null, abstain: abstain ?? null };
  refuseFields({ agree: voteProblem(votes, result, before.members.length) });
  await tx
    .update(declareCase)
    .set({ ...votes, result, award, opinion, version: sql`${declareCase.version} + 1` })
    .where(eq(declareCase.id, row.id));
  return { after: before };
}

/** Why the votes of a meeting make no resolution yet; the keys are `case.<id>` and fields of the meeting. */
async function openPoints(tx: Db, { id, batchId, members }: MeetingRow) {
  const batch = await batchOf(tx, batchId);
  const cases = await tx
    .select({ each: declareCase, title: declareItem.title, category: declareItem.category })
    .from(declareCase)
    .innerJoin(declareItem, eq(declareItem.id, declareCase.itemId))
    .where(eq(declareCase.meetingId, id))
    .orderBy(asc(declareCase.place), asc(declareCase.id));
  const asksAward = batch !== undefined && isAwarded(batch.kind);
  const problems: Record<string, string> = {};
  if (members.length === 0) problems.members = "请先填写到会委员";
  for (const { each, title } of cases) {
    const problem =
      each.result === ""
        ? "还没有登记表决结果"
        : each.result === "pass" && asksAward && each.award === ""
          ? "还没有填写获奖等级"
          : undefined;
    if (problem) problems[`case.${each.id}`] = `《${title}》${problem}`;
  }
  const quotas = await tx.select().from(declareQuota).where(eq(declareQuota.batchId, batchId));
  for (const { category, places } of quotas) {
    const passed = cases.filter(
      ({ each, category: own }) => own === category && each.result === "pass",
    ).length;
    const won = await wonIn(tx, batchId, category);
    // What another meeting has let pass takes its place when it is shown.
    const pending = await pendingIn(tx, batchId, category, id);
    if (passed > 0 && passed + won + pending > places) {
      problems[`quota.${category}`] =
        `“${category}”通过 ${passed} 件${won > 0 ? `，此前已有 ${won} 件` : ""}${
          pending > 0 ? `，另有 ${pending} 件已决议通过、尚未公示` : ""
        }，超过名额 ${places} 件`;
    }
  }
  return problems;
}

/** The resolution: from here on the meeting stays as it is, and its declarations may take their steps. */
export async function resolve({ tx, before, given }: MeetingAct): Promise<Done<MeetingRow>> {
  const resolutionNo = plainText(given.resolutionNo).trim();
  const resolutionOn = dayOf(plainText(given.resolutionOn).trim());
  const isTaken =
    resolutionNo !== "" &&
    (await tx.$count(
      declareMeeting,
      and(eq(declareMeeting.resolutionNo, resolutionNo), ne(declareMeeting.id, before.id)),
    )) > 0;
  refuseFields({
    resolutionNo:
      resolutionNo === ""
        ? "请填写决议编号"
        : lengthOf(resolutionNo) > 40
          ? "决议编号最多 40 个字"
          : isTaken
            ? "这个决议编号已经用过"
            : undefined,
    resolutionOn: !resolutionOn
      ? "请填写决议日期，如 2026-12-20"
      : resolutionOn < before.meetingOn
        ? "决议日期不能早于会议日期"
        : undefined,
    ...(await openPoints(tx, before)),
  });
  const after = await putMeeting(tx, before.id, {
    state: MEETING_CODES.resolved,
    resolutionNo,
    resolutionOn: resolutionOn ?? "",
  });
  return { after, opinion: resolutionNo };
}

export async function remove({ tx, before }: MeetingAct): Promise<Done<MeetingRow>> {
  await tx.delete(declareMeeting).where(eq(declareMeeting.id, before.id));
  return { after: undefined };
}
