import { sendEvent } from "#src/app/message/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import type { Entry } from "../model/rows.server.ts";

const LINK = "/personal/activities";

const minute = (date: Date | null): string => (date ? formatDateTime(date).slice(0, 16) : "");

const targetOf = ({ id, order, phone }: Entry) => ({
  // Whom somebody else signed up is told by their own telephone, as the badge carries their name.
  ...(order.userId === null ? { phone } : { userId: order.userId, phone }),
  link: LINK,
  subject: "activity_entry",
  subjectId: id,
});

const placeOf = ({ name, event }: Entry) => ({
  姓名: name,
  活动名称: event.title,
  开始时间: minute(event.startAt),
});

/** Tells whom it concerns what a place has become. `isOffered`: it was kept for them just now. */
export async function tellEntry(tx: Db, row: Entry, isOffered: boolean): Promise<void> {
  const to = targetOf(row);
  const fields = placeOf(row);
  const reasoned = { ...fields, 原因: row.opinion || "本人取消" };
  switch (row.state) {
    case ENTRY_CODES.review:
      return sendEvent(tx, { ...to, event: "entryReview", fields });
    case ENTRY_CODES.toPay:
      return sendEvent(tx, {
        ...to,
        event: "entryToPay",
        fields: {
          ...fields,
          应缴金额: moneyShown(row.amountFen),
          缴费截止: minute(row.payUntil),
          附言码: row.order.reference ?? "",
        },
      });
    case ENTRY_CODES.admitted:
      return sendEvent(tx, { ...to, event: "entryAdmitted", fields });
    case ENTRY_CODES.waiting:
      return isOffered
        ? sendEvent(tx, {
            ...to,
            event: "entryOffered",
            fields: { ...fields, 保留至: minute(row.offerUntil) },
          })
        : sendEvent(tx, { ...to, event: "entryWaiting", fields });
    case ENTRY_CODES.refused:
      return sendEvent(tx, { ...to, event: "entryRefused", fields: reasoned });
    case ENTRY_CODES.cancelled:
      return sendEvent(tx, { ...to, event: "entryCancelled", fields: reasoned });
    case ENTRY_CODES.refund:
      return sendEvent(tx, {
        ...to,
        event: "entryRefund",
        fields: { ...reasoned, 退费金额: moneyShown(row.amountFen) },
      });
    default:
      return undefined;
  }
}

/** Tells somebody whose place is gone that the activity is cancelled. */
export async function tellCalledOff(tx: Db, row: Entry): Promise<void> {
  const fields = { ...placeOf(row), 原因: row.opinion };
  await sendEvent(tx, { ...targetOf(row), event: "activityCancelled", fields });
}

/** Reminds of the fee on the last day on which the place is kept. */
export async function tellPayReminder(tx: Db, row: Entry): Promise<void> {
  await sendEvent(tx, {
    ...targetOf(row),
    event: "entryPayReminder",
    fields: {
      ...placeOf(row),
      应缴金额: moneyShown(row.amountFen),
      缴费截止: minute(row.payUntil),
    },
  });
}

/** Reminds of the beginning: a day and an hour before. */
export async function tellReminder(tx: Db, row: Entry): Promise<void> {
  const { place, mode } = row.event;
  const 地点 = place || (mode === "2" ? "线上" : "见活动页");
  await sendEvent(tx, {
    ...targetOf(row),
    event: "activityReminder",
    fields: { ...placeOf(row), 地点 },
  });
}
