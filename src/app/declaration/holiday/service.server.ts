import type { Db } from "#src/db/client.ts";
import type { Calendar } from "#src/lib/declare/working-days.ts";
import { declareHoliday } from "./table.server.ts";

/** The days that are not as their weekday says, as staff keep them now. */
export async function calendarOf(db: Db): Promise<Calendar> {
  const { day, kind } = declareHoliday;
  const rows = await db.select({ day, kind }).from(declareHoliday);
  return new Map(rows.map((row) => [row.day, row.kind === "work" ? "work" : "holiday"]));
}
