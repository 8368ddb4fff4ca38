import { randomBytes } from "node:crypto";
import { and, count, eq, inArray, sql } from "drizzle-orm";
import { recordConsent } from "#src/app/agreement/service.server.ts";
import { memberOf, newCertificateCode, standingOf } from "#src/app/member/service.server.ts";
import { phoneOf } from "#src/app/system/user/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { type Attendee, attendeeProblems, readAttendee } from "#src/lib/activity/attendees.ts";
import { ENTRY_CODES, OPEN_ENTRIES } from "#src/lib/activity/entry-life.ts";
import { amountOf, type Price, priceOn } from "#src/lib/activity/parts.ts";
import { causesOf } from "#src/lib/causes.ts";
import { referenceOf } from "#src/lib/membership/reference.ts";
import { AGREE_FIRST } from "#src/lib/people/agreement.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import { type Given, noteStart } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { type Owner, ownOrders } from "../model/owner.server.ts";
import type { EntryPerson } from "../model/people.server.ts";
import {
  type Activity,
  type Entry,
  lockActivity,
  type Order,
  putActivity,
  seatsLeft,
} from "../model/rows.server.ts";
import { activity, activityEntry, activityOrder } from "../table.server.ts";
import { seated } from "./entry-acts.server.ts";
import { ENTRY_FLOW, remindedAlready } from "./entry-flow.server.ts";

const MAX_REMARK = 200;

const LOGIN_FIRST = "请先登录，或验证手机号后报名";

/** A step that asks for a signed-up telephone again. */
const SAME_PHONE = "该手机号已经报名本活动，请勿重复报名";

export type SignedUp = { order: Order; entries: Entry[] };

/** Who signs up: with an account, or as a guest whose telephone was proved by a code. */
export type SigningUp = EntryPerson & { owner: Owner };

type Read = { attendees: Attendee[]; remark: string; priceKey: string; waits: boolean };

/**
 * saveBll of product 4.7: signs people up, all of them or nobody. They take the seats in their order; with `wait` those
 * for whom there is none go to the waiting list. All is looked at again under the lock of the activity.
 * @throws AppError with texts on the fields, `attendees.0.phone` among them.
 */
export async function signUp(
  context: Context,
  activityId: number,
  given: Given,
  person: SigningUp,
): Promise<SignedUp> {
  await refuseFull(context.db, activityId, given);
  try {
    return await context.db.transaction(async (tx) => {
      const event = await lockActivity(tx, activityId);
      if (!event || event.state < ACTIVITY_CODES.published) {
        throw new AppError(NOT_FOUND, { code: 404 });
      }
      await requireOpen(tx, event);
      const isMember = await requireAudience(tx, event, person.owner);
      const read = readBody(event, given);
      await requireRoom(tx, event, person.owner, read);
      const order = await putOrder(tx, event, read, person, isMember);
      const entries = await putEntries(tx, event, order, read, person, isMember);
      if (person.account) {
        const { userId } = person.account;
        await recordConsent(tx, { userId, scene: "activity", ipaddr: person.ip });
      }
      return { order, entries };
    });
  } catch (error) {
    for (const cause of causesOf(error)) {
      const { constraint } = cause as { constraint?: string };
      if (constraint === "activity_entry_one_open") throw new AppError(SAME_PHONE);
    }
    throw error;
  }
}

const FULL = "名额已满，可以选择候补";

/** Who comes when all seats are gone stands in no line for the lock: hundreds come in the same second. */
async function refuseFull(db: Db, activityId: number, given: Given): Promise<void> {
  const [row] = await db.select().from(activity).where(eq(activity.id, activityId));
  if (!row || row.needReview || given.wait === true || closedBecause(row, Date.now())) return;
  if (seatsLeft(row) === 0) throw new AppError(FULL, { fields: { wait: FULL } });
}

const minute = (date: Date) => formatDateTime(date).slice(0, 16);

/** The clock of the database, read after the lock: who waited for it past the end is too late. */
async function requireOpen(tx: Db, event: Activity): Promise<void> {
  const { rows } = await tx.execute<{ now: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
  );
  const problem = closedBecause(event, Number(rows[0]?.now));
  if (problem) throw new AppError(problem);
}

/** Why nobody can sign up at a moment; undefined while they can. */
export function closedBecause(
  { state, signStartAt, signEndAt }: Pick<Activity, "state" | "signStartAt" | "signEndAt">,
  now: number,
): string | undefined {
  if (state === ACTIVITY_CODES.cancelled) return "活动已取消";
  if (state === ACTIVITY_CODES.ended) return "活动已结束";
  if (state !== ACTIVITY_CODES.published) return "活动已停止报名";
  if (signStartAt && now < signStartAt.getTime()) return `报名将于 ${minute(signStartAt)} 开始`;
  return signEndAt && now >= signEndAt.getTime() ? "报名已经截止" : undefined;
}

/** @throws AppError where the activity is not for this person. Returns whether they pay as a member today. */
async function requireAudience(tx: Db, event: Activity, owner: Owner): Promise<boolean> {
  const { userId, phone } = owner;
  if (userId === undefined && phone === "") throw new AppError(LOGIN_FIRST, { code: 401 });
  const standing = userId === undefined ? undefined : await standingOf(tx, userId);
  const isMember = standing?.isMember ?? false;
  if (event.audience === "login" && userId === undefined) {
    throw new AppError("本活动面向注册用户，请先登录");
  }
  if (event.audience === "member" && !isMember) {
    throw new AppError("本活动面向本会会员，请用会员账号登录后报名");
  }
  if (event.audience === "orgMember") {
    const own = userId === undefined ? undefined : await memberOf(tx, userId);
    if (!isMember || own?.memberType !== "02") {
      throw new AppError("本活动面向本会单位会员，请用单位会员账号登录后报名");
    }
  }
  return isMember;
}

function readBody(event: Activity, given: Given): Read {
  const list = Array.isArray(given.attendees) ? given.attendees : [];
  const attendees = list.map((each) => readAttendee(each, event.formSchema));
  const remark = typeof given.remark === "string" ? given.remark.trim() : "";
  const priceKey = typeof given.priceId === "string" ? given.priceId : "";
  refuseFields({
    ...attendeeProblems(attendees, event.formSchema, event.perUserMax),
    priceId: event.needPay && !chosenPrice(event, priceKey) ? "请选择费用" : undefined,
    remark: Array.from(remark).length > MAX_REMARK ? `备注最多 ${MAX_REMARK} 个字` : undefined,
    agree: given.agree === true ? undefined : AGREE_FIRST,
  });
  return { attendees, remark, priceKey, waits: given.wait === true };
}

/** The line of the fee table that holds today for who chose this one. */
const chosenPrice = (event: Activity, key: string): Price | undefined =>
  event.needPay ? priceOn(event.prices, key, formatDay(new Date())) : undefined;

const isOpen = inArray(activityEntry.state, [...OPEN_ENTRIES]);

async function requireRoom(tx: Db, event: Activity, owner: Owner, read: Read): Promise<void> {
  const { attendees, waits } = read;
  const of = and(eq(activityEntry.activityId, event.id), isOpen);
  const phones = attendees.map(({ phone }) => phone);
  const there = await tx
    .select({ phone: activityEntry.phone })
    .from(activityEntry)
    .where(and(of, inArray(activityEntry.phone, phones)));
  refuseFields(
    Object.fromEntries(
      there.map(({ phone }) => [`attendees.${phones.indexOf(phone)}.phone`, SAME_PHONE]),
    ),
  );
  const [own] = await tx
    .select({ count: count() })
    .from(activityEntry)
    .innerJoin(activityOrder, eq(activityOrder.id, activityEntry.orderId))
    .where(and(of, ownOrders({ ...owner, code: "" })));
  const room = event.perUserMax - (own?.count ?? 0);
  if (attendees.length > room) {
    const text =
      room <= 0
        ? `本活动每人最多报名 ${event.perUserMax} 位，您已报满`
        : `本活动每人最多报名 ${event.perUserMax} 位，您还可以报名 ${room} 位`;
    throw new AppError(text, { fields: { attendees: text } });
  }
  const left = seatsLeft(event);
  // Who is reviewed takes a seat when they pass, or goes to the waiting list then.
  if (event.needReview || left === undefined || attendees.length <= left || waits) return;
  const text =
    left === 0
      ? FULL
      : `名额只剩 ${left} 个，您提交了 ${attendees.length} 位；可以减少人数，或选择让其余的人候补`;
  throw new AppError(text, { fields: { wait: text } });
}

async function putOrder(
  tx: Db,
  event: Activity,
  { attendees, remark, priceKey }: Read,
  { account, owner }: SigningUp,
  isMemberPrice: boolean,
): Promise<Order> {
  const price = chosenPrice(event, priceKey);
  const [order] = await tx
    .insert(activityOrder)
    .values({
      activityId: event.id,
      userId: account?.userId ?? null,
      phone: account ? await phoneOf(tx, account.userId) : owner.phone,
      contactName: attendees[0]?.name ?? "",
      code: newCertificateCode(),
      source: account ? "web" : "guest",
      priceKey: price?.key ?? "",
      priceName: price?.name ?? "",
      isMemberPrice,
      reference: price ? await freeReference(tx) : null,
      remark,
      createBy: account?.userName ?? "",
    })
    .returning();
  if (!order) throw new Error("an order was not written");
  return order;
}

/** A reference for a transfer that no order has. */
async function freeReference(tx: Db): Promise<string> {
  for (;;) {
    const reference = referenceOf(randomBytes(6));
    const taken = await tx.$count(activityOrder, eq(activityOrder.reference, reference));
    if (taken === 0) return reference;
  }
}

async function putEntries(
  tx: Db,
  event: Activity,
  order: Order,
  { attendees, priceKey }: Read,
  person: SigningUp,
  isMember: boolean,
): Promise<Entry[]> {
  const price = chosenPrice(event, priceKey);
  const amountFen = price ? amountOf(price, isMember) : 0;
  const left = event.needReview ? undefined : seatsLeft(event);
  let { lastSerial, lastWaiting } = event;
  const values = attendees.map((each, index) => {
    lastSerial++;
    const waits = left !== undefined && index >= left;
    if (waits) lastWaiting++;
    const start = event.needReview
      ? { state: ENTRY_CODES.review }
      : waits
        ? { state: ENTRY_CODES.waiting, waitingNo: lastWaiting }
        : seated({ amountFen, event });
    return {
      ...each,
      ...start,
      activityId: event.id,
      orderId: order.id,
      serial: lastSerial,
      amountFen,
      reminded: remindedAlready(event.startAt),
      createBy: person.account?.userName ?? "",
    };
  });
  await putActivity(tx, event.id, { lastSerial, lastWaiting });
  const rows = await tx.insert(activityEntry).values(values).returning();
  const entries: Entry[] = [];
  for (const row of rows) {
    const entry = { ...row, event, order };
    await noteStart(ENTRY_FLOW, tx, row.id, entry, person);
    await ENTRY_FLOW.tell(tx, row.id, undefined, entry);
    entries.push(entry);
  }
  return entries;
}
