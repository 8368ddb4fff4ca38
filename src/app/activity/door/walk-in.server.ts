import { and, desc, eq, inArray } from "drizzle-orm";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { doorTimes, firstTime, outcomeText } from "#src/lib/activity/door.ts";
import { ENTRY_CODES, entryStateName, OPEN_ENTRIES } from "#src/lib/activity/entry-life.ts";
import { normalisePhone } from "#src/lib/people/phone.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { plainText } from "#src/server/crud/ids.ts";
import type { Given, Person } from "#src/server/flow/flow.ts";
import { hasPermission } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { actOnEntry, enterByStaff, lockActivity, seatsLeft } from "../service.server.ts";
import { activityEntry } from "../table.server.ts";
import { DOOR_ASKED, doorOf } from "./check.server.ts";

const FULL = "名额已满，不能再登记";
const MAY_NOT = "名额已满；只有能发布活动的人可以超员登记，请联系他们";

/** Why one more is let in than there are seats; empty where nobody asked for it. */
function beyondOf({ isOver, reason }: Given, person: Person): string {
  if (isOver !== true) return "";
  // One more seat is a change of an activity that visitors see.
  if (!hasPermission(person.account, "activity:activity:publish")) {
    throw new AppError(MAY_NOT, { fields: { isOver: MAY_NOT } });
  }
  const text = plainText(reason).trim();
  refuseFields({ reason: isReason(text) ? undefined : REASON_ASKED });
  return text;
}

/**
 * Enters one who came without having signed up, and lets them in at once.
 * @throws AppError with texts on name, phone, unit, door, isOver and reason.
 */
export async function walkIn(
  context: Context,
  activityId: number,
  given: Given,
  person: Person,
): Promise<{ id: number; serial: number; name: string }> {
  const door = doorOf(given.door);
  refuseFields({ door: door === "" ? DOOR_ASKED : undefined });
  return context.db.transaction(async (tx) => {
    const event = await lockActivity(tx, activityId);
    if (!event || event.state < ACTIVITY_CODES.published) {
      throw new AppError(NOT_FOUND, { code: 404 });
    }
    const times = { state: event.state, ...doorTimes(event) };
    if (event.state === ACTIVITY_CODES.cancelled) {
      throw new AppError(outcomeText("off", { event: times }));
    }
    const now = Date.now();
    if (now < times.opensAt) throw new AppError(outcomeText("early", { event: times }));
    if (now > times.closesAt) throw new AppError(outcomeText("late", { event: times }));
    const phone = normalisePhone(plainText(given.phone));
    const [known] = await tx
      .select()
      .from(activityEntry)
      .where(
        and(
          eq(activityEntry.activityId, activityId),
          eq(activityEntry.phone, phone),
          inArray(activityEntry.state, [...OPEN_ENTRIES]),
        ),
      )
      .orderBy(desc(activityEntry.id))
      .limit(1);
    if (known) {
      const { state, checkedInDoor } = known;
      const checkedInAt = known.checkedInAt?.getTime();
      const text =
        state === ENTRY_CODES.present || state === ENTRY_CODES.done
          ? `该手机号已经${firstTime({ checkedInAt, checkedInDoor }).replace(/^此前 ?/, "")}`
          : `该手机号已经报名（${entryStateName(state)}），请在名单中查找`;
      throw new AppError(text, { fields: { phone: text } });
    }
    const beyond = seatsLeft(event) === 0 ? beyondOf(given, person) : "";
    if (seatsLeft(event) === 0 && beyond === "") {
      throw new AppError(FULL, { fields: { isOver: FULL } });
    }
    const inside = { ...context, db: tx };
    const entry = await enterByStaff(inside, activityId, given, "desk", person, beyond);
    const at = new Date(now);
    await actOnEntry(inside, "checkIn", entry.id, { at, door, opinion: beyond }, person);
    return { id: entry.id, serial: entry.serial, name: entry.name };
  });
}
