import { eq } from "drizzle-orm";
import { formatDateTime, formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import type { Given, Person } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { type Activity, startActivity } from "../service.server.ts";
import { activity, activityTeacher } from "../table.server.ts";
import { writtenOf } from "./read.server.ts";

/** 52 weeks: a year on, on the same day of the week. */
const YEAR_MS = 364 * 86_400_000;

const moved = (text: string): string => {
  const date = parseDateTime(text);
  if (!date) return "";
  const next = new Date(date.getTime() + YEAR_MS);
  return text.length > 10 ? formatDateTime(next) : formatDay(next);
};

const COPY = "（复制）";
const MAX_TITLE = 80;

/** A draft with all that an activity says, a year later. The reason for words that were let pass is asked for again. */
export async function copyActivity(
  context: Context,
  id: number,
  person: Person,
): Promise<Activity> {
  const { db } = context;
  const [row] = await db.select().from(activity).where(eq(activity.id, id));
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  const teachers = await db
    .select({ id: activityTeacher.teacherId })
    .from(activityTeacher)
    .where(eq(activityTeacher.activityId, id));
  const written = writtenOf(row);
  const given: Given = {
    ...written,
    title: `${Array.from(row.title)
      .slice(0, MAX_TITLE - COPY.length)
      .join("")}${COPY}`,
    startAt: moved(written.startAt),
    endAt: moved(written.endAt),
    signStartAt: moved(written.signStartAt),
    signEndAt: moved(written.signEndAt),
    agenda: written.agenda.map((item) => ({ ...item, day: moved(item.day) })),
    prices: written.prices.map((price) => ({ ...price, untilDate: moved(price.untilDate) })),
    teachers: teachers.map((each) => each.id),
  };
  return startActivity(context, given, person);
}
