import { and, eq, inArray, sql } from "drizzle-orm";
import { resignLapsed } from "#src/app/member/renewal/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { VERDICTS, type Verdict } from "#src/lib/membership/council.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { act } from "../acts/flow.server.ts";
import { resolutionOf } from "../acts/staff-acts.server.ts";
import { type SignPerson, within } from "../model/rights.server.ts";
import { sign } from "../table.server.ts";
import { lockMeeting, touchMeeting } from "./meetings.server.ts";
import { putOnSheet, waitingItems } from "./service.server.ts";
import { councilItem, councilMeeting } from "./table.server.ts";
import type { Outcome, SaidVerdict } from "./wire.ts";

type Item = typeof councilItem.$inferSelect;

/** Puts applications that wait for the council on the sheet of a meeting. */
export async function putApplications(
  db: Db,
  person: SignPerson,
  meetingId: number,
  signIds: readonly number[],
): Promise<number> {
  const by = person.account.userName;
  return putOnSheet(db, { meetingId, by }, async (tx) => {
    const rows = await tx
      .select({ signId: sign.id, name: sign.name, state: sign.state })
      .from(sign)
      .where(and(inArray(sign.id, [...signIds]), within("councilPass", person)))
      .orderBy(sign.id)
      .for("update");
    if (rows.length < new Set(signIds).size) {
      throw new AppError("所选申请有的已不存在，或不在您的权限之内，请刷新后再选");
    }
    const other = rows.find(({ state }) => state !== STATE_CODES.council);
    if (other) throw new AppError(`「${other.name}」不在待理事会审议状态，请刷新后再选`);
    return rows.map(({ signId, name }) => ({ signId, name }));
  });
}

type Resolved = {
  id: number;
  version: number;
  resolutionNo: string;
  resolutionDate: string;
  verdicts: readonly SaidVerdict[];
};

const MAX_OPINION = 500;
const lengthOf = (text: string): number => Array.from(text).length;

/** What is wrong with the words of a verdict; undefined where nothing is. */
function problemOf({ verdict, opinion }: SaidVerdict): string | undefined {
  if (lengthOf(opinion) > MAX_OPINION) return `意见最多 ${MAX_OPINION} 个字`;
  return verdict === "rejected" && !isLongReason(opinion)
    ? `不予通过时请写明原因，至少 ${REASON.least} 个字`
    : undefined;
}

/**
 * Decides on the whole sheet of a meeting by one resolution (product 7.4): the meeting is locked, each
 * application takes its step of the life cycle, and the sheet is frozen, all or nothing. What cannot take
 * its step is put off, and the list says why; what was withdrawn stays on the sheet as such.
 * @throws AppError where the meeting has decided already or its sheet changed since it was read.
 */
export async function resolve(
  context: Context,
  person: SignPerson,
  given: Resolved,
): Promise<Outcome[]> {
  const resolution = resolutionOf(given);
  const isAhead = (resolution.resolutionOn ?? "") > formatDay(new Date());
  refuseFields({ resolutionDate: isAhead ? "决议日期不能晚于今天" : undefined });
  const said = new Map(
    given.verdicts.map((each) => [each.id, { ...each, opinion: each.opinion.trim() }]),
  );
  refuseFields(
    Object.fromEntries([...said.values()].map((each) => [`opinion.${each.id}`, problemOf(each)])),
  );
  return context.db.transaction(async (tx) => {
    const meeting = await lockMeeting(tx, given.id, given.version);
    await requireNumberFree(tx, meeting.id, resolution.resolutionNo);
    const items = await waitingItems(tx, meeting.id);
    const names = await namesOf(tx, meeting.id);
    const missing = items.filter(({ id }) => !said.has(id));
    if (missing.length > 0) throw new AppError(`名单上还有 ${missing.length} 项没有选择审议结果`);
    await requireReach(tx, person, items);
    if (said.size === 0) throw new AppError("名单上没有待审议的内容");
    const outcomes: Outcome[] = [];
    const waits = new Map(items.map((item) => [item.id, item]));
    const inOrder = [...items.map(({ id }) => id), ...said.keys()];
    for (const id of new Set(inOrder)) {
      const item = waits.get(id);
      const verdict = said.get(id);
      if (!verdict || !VERDICTS.includes(verdict.verdict)) throw new AppError("请选择审议结果");
      const name = names.get(id);
      if (name === undefined) throw new AppError("名单已有变动，请刷新后再登记");
      const msg = item
        ? await decide({ ...context, db: tx }, person, item, verdict, given)
        : "已不在审议之列（申请人已撤回，或已另行办理）";
      outcomes.push({ id, name, ok: msg === "", msg });
    }
    await touchMeeting(tx, meeting.id, person.account.userName, resolution);
    return outcomes;
  });
}

/** Takes one item's step; returns why it was not possible, and then it is put off. */
async function decide(
  context: Context,
  person: SignPerson,
  item: Item,
  { verdict, opinion }: SaidVerdict,
  { resolutionNo, resolutionDate }: Resolved,
): Promise<string> {
  const { db: tx } = context;
  try {
    // A transaction of its own within the sheet's: what it began and could not finish is undone.
    await tx.transaction(async (own) => {
      if (item.signId !== null && verdict !== "postponed") {
        const step = verdict === "passed" ? "councilPass" : "councilReject";
        const body = { resolutionNo, resolutionDate, opinion };
        await act({ ...context, db: own }, step, item.signId, body, person);
      }
      if (item.memberId !== null && verdict === "passed") {
        await resignLapsed(own, item.memberId, { resolutionNo, ...person });
      }
      await settle(own, item.id, verdict, opinion);
    });
    return "";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await settle(tx, item.id, "postponed", error.message);
    return error.message;
  }
}

/** The step of an application has written its result already: then this changes nothing. */
const settle = (tx: Db, id: number, result: Verdict, opinion: string) =>
  tx
    .update(councilItem)
    .set({ result, opinion, decidedAt: sql`now()` })
    .where(and(eq(councilItem.id, id), eq(councilItem.result, "")));

async function namesOf(tx: Db, meetingId: number): Promise<Map<number, string>> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select item.id, coalesce(sign.name, member.name, '') as name from council_item as item
    left join sign on sign.id = item.sign_id left join member on member.id = item.member_id
    where item.meeting_id = ${meetingId}`);
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

const OUTSIDE = "名单中有您权限之外的申请，请由有权限的同事登记决议";

async function requireReach(tx: Db, person: SignPerson, items: readonly Item[]): Promise<void> {
  const ids = items.flatMap(({ signId }) => (signId === null ? [] : [signId]));
  if (ids.length === 0) return;
  const reached = await tx.$count(sign, and(inArray(sign.id, ids), within("councilPass", person)));
  if (reached < ids.length) throw new AppError(OUTSIDE);
}

async function requireNumberFree(tx: Db, id: number, resolutionNo: string): Promise<void> {
  const [other] = await tx
    .select()
    .from(councilMeeting)
    .where(and(eq(councilMeeting.resolutionNo, resolutionNo), sql`${councilMeeting.id} <> ${id}`));
  refuseFields({
    resolutionNo: other ? `决议号已登记在「${other.meetingName}」，请核对` : undefined,
  });
}
