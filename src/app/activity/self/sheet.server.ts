import { eq } from "drizzle-orm";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { SELF_OPENS_BEFORE_MS } from "#src/lib/activity/door.ts";
import { dayInWords, formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import type { RoomSheet } from "#src/server/documents/pdf/activity/room-sheet.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { settings } from "../../system/config/service.server.ts";
import { dayOf, dayStart, roomCode } from "../service.server.ts";
import { activity } from "../table.server.ts";

/** Days of one activity that sheets are made for. */
const MOST_DAYS = 31;

/** The sheets of an activity, one for each of its days. @throws AppError where nobody can be let in any more. */
export async function roomSheet(context: Context, id: number): Promise<RoomSheet> {
  const [row] = await context.db.select().from(activity).where(eq(activity.id, id));
  if (!row || row.state < ACTIVITY_CODES.published || !row.startAt || !row.endAt) {
    throw new AppError(NOT_FOUND, { code: 404 });
  }
  if (row.state === ACTIVITY_CODES.cancelled) throw new AppError("活动已取消，不能制作会场签到码");
  if (row.endAt.getTime() < Date.now()) throw new AppError("活动已经结束，不能制作会场签到码");
  const first = dayOf(row.startAt.getTime());
  const last = Math.min(dayOf(row.endAt.getTime()), first + MOST_DAYS - 1);
  const opens = row.startAt.getTime() - SELF_OPENS_BEFORE_MS;
  const clock = (at: number) => formatDateTime(new Date(at)).slice(11, 16);
  const pages = Array.from({ length: last - first + 1 }, (_, index) => {
    const day = first + index;
    const from = Math.max(opens, dayStart(day));
    const to = Math.min(row.endAt?.getTime() ?? 0, dayStart(day + 1) - 60_000);
    const code = roomCode(context.env.dataDir, id, day);
    return {
      day: dayInWords(formatDay(new Date(dayStart(day)))),
      hours: `${clock(from)}—${clock(to)}`,
      address: `${context.origin}/checkin/self?c=${code}`,
    };
  });
  return {
    society: (await settings(context)).get("site.name") ?? "",
    title: row.title,
    place: [row.city, row.place].filter(Boolean).join(" · "),
    pages,
  };
}
