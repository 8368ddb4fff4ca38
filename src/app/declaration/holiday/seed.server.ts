import type { Db } from "#src/db/client.ts";
import { isFirstTime } from "#src/server/start/once.ts";
import { declareHoliday } from "./table.server.ts";

export const order = 64;

type Span = readonly [name: string, month: number, first: number, last: number];

/** 2026, as the State Council's general office announced it on 4 November 2025; staff keep the years that follow. */
const HOLIDAYS: readonly Span[] = [
  ["元旦", 1, 1, 3],
  ["春节", 2, 15, 23],
  ["清明节", 4, 4, 6],
  ["劳动节", 5, 1, 5],
  ["端午节", 6, 19, 21],
  ["中秋节", 9, 25, 27],
  ["国庆节", 10, 1, 7],
];
const WORKED: readonly Span[] = [
  ["元旦", 1, 4, 4],
  ["春节", 2, 14, 14],
  ["春节", 2, 28, 28],
  ["劳动节", 5, 9, 9],
  ["国庆节", 9, 20, 20],
  ["国庆节", 10, 10, 10],
];

const pad = (value: number) => String(value).padStart(2, "0");

const daysOf = (spans: readonly Span[], kind: string) =>
  spans.flatMap(([name, month, first, last]) =>
    Array.from({ length: last - first + 1 }, (_, nth) => ({
      day: `2026-${pad(month)}-${pad(first + nth)}`,
      name,
      kind,
      createBy: "system",
    })),
  );

export async function base(db: Db): Promise<void> {
  if (!(await isFirstTime(db, "site.holidays", "节假日已装入"))) return;
  await db
    .insert(declareHoliday)
    .values([...daysOf(HOLIDAYS, "holiday"), ...daysOf(WORKED, "work")])
    .onConflictDoNothing();
}
