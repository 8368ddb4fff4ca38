import { newCertificateCode } from "#src/app/member/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { attendeeProblems, readAttendee } from "#src/lib/activity/attendees.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { causesOf } from "#src/lib/causes.ts";
import { type Given, noteStart, type Person } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import {
  type Activity,
  type Entry,
  lockActivity,
  putActivity,
  seatsLeft,
} from "../model/rows.server.ts";
import { activityEntry, activityOrder } from "../table.server.ts";
import { ACTIVITY_FLOW } from "./activity-flow.server.ts";
import { ENTRY_FLOW, remindedAlready } from "./entry-flow.server.ts";

const SAME_PHONE = "该手机号已经报名本活动，请在名单中查找";
const FULL = "名额已满，请先增加名额";

/** How somebody came in whom staff entered: at the desk or the door, or out of a list. */
type EnteredBy = "desk" | "import";

/** Makes one more seat for who stands at the door; nobody of the waiting list is offered it. */
async function addSeat(tx: Db, before: Activity, reason: string, person: Person): Promise<void> {
  const after = await putActivity(tx, before.id, { capacity: before.capacity + 1 });
  const state = ACTIVITY_FLOW.recordedState(before);
  await ACTIVITY_FLOW.note(tx, {
    subject: ACTIVITY_FLOW.life.subject,
    subjectId: before.id,
    action: "amend",
    fromState: state,
    toState: state,
    opinion: `超员登记，名额加 1：${reason}`,
    account: person.account,
    ip: person.ip,
  });
  await ACTIVITY_FLOW.tell(tx, before.id, before, after);
}

/**
 * Enters one person in their name: invited, or come without having signed up. They take a seat and pay nothing here.
 * `beyond`: why one more seat is made where none is left; the caller has looked who may say so.
 * @throws AppError with texts on name, phone, unit, post and email.
 */
export async function enterByStaff(
  context: Context,
  activityId: number,
  given: Given,
  source: EnteredBy,
  person: Person,
  beyond = "",
): Promise<Entry> {
  const attendee = readAttendee(given, []);
  const problems = attendeeProblems([attendee], [], 1);
  refuseFields(
    Object.fromEntries(
      Object.entries(problems).map(([name, text]) => [name.replace(/^attendees\.0\./, ""), text]),
    ),
  );
  try {
    return await context.db.transaction(async (tx) => {
      const event = await lockActivity(tx, activityId);
      if (!event || event.state < ACTIVITY_CODES.published) {
        throw new AppError(NOT_FOUND, { code: 404 });
      }
      if (event.state > ACTIVITY_CODES.closed) throw new AppError("活动已经结束或取消");
      const isBeyond = seatsLeft(event) === 0;
      if (isBeyond && beyond === "") throw new AppError(FULL);
      if (isBeyond) await addSeat(tx, event, beyond, person);
      const { userName } = person.account;
      const [order] = await tx
        .insert(activityOrder)
        .values({
          activityId,
          phone: attendee.phone,
          contactName: attendee.name,
          code: newCertificateCode(),
          source,
          createBy: userName,
        })
        .returning();
      if (!order) throw new Error("an order was not written");
      const serial = event.lastSerial + 1;
      await putActivity(tx, activityId, { lastSerial: serial });
      const [row] = await tx
        .insert(activityEntry)
        .values({
          ...attendee,
          activityId,
          orderId: order.id,
          serial,
          state: ENTRY_CODES.admitted,
          reminded: remindedAlready(event.startAt),
          createBy: userName,
        })
        .returning();
      if (!row) throw new Error("an entry was not written");
      const entry = { ...row, event, order };
      await noteStart(ENTRY_FLOW, tx, row.id, entry, person);
      await ENTRY_FLOW.tell(tx, row.id, undefined, entry);
      return entry;
    });
  } catch (error) {
    for (const cause of causesOf(error)) {
      const { constraint } = cause as { constraint?: string };
      if (constraint === "activity_entry_one_open") {
        throw new AppError(SAME_PHONE, { fields: { phone: SAME_PHONE } });
      }
    }
    throw error;
  }
}
