import { expect, test } from "vitest";
import { formatDateTime, parseDateTime } from "../text/dates.ts";
import { type Calendar, endOfWorkingDays, isWorkingDay } from "./working-days.ts";

const at = (text: string) => parseDateTime(text) ?? new Date(Number.NaN);
const end = (from: string, calendar: Calendar = new Map()) =>
  formatDateTime(endOfWorkingDays(at(from), 5, calendar));

const SPRING: Calendar = new Map([
  ["2026-02-14", "work"],
  ...["15", "16", "17", "18", "19", "20", "21", "22", "23"].map(
    (day) => [`2026-02-${day}`, "holiday"] as const,
  ),
  ["2026-02-28", "work"],
]);

test("five whole working days follow the day on which it begins, to midnight", () => {
  expect(end("2026-11-23 10:00:00")).toBe("2026-12-01 00:00:00");
  // In the evening nothing is lost, and a weekend counts for nothing.
  expect(end("2026-11-23 23:59:59")).toBe("2026-12-01 00:00:00");
  expect(end("2026-11-27 09:00:00")).toBe("2026-12-05 00:00:00");
  expect(end("2026-11-28 09:00:00")).toBe("2026-12-05 00:00:00");
});

test("a holiday of the table does not count, a Saturday that is worked does", () => {
  expect(end("2026-02-12 10:00:00", SPRING)).toBe("2026-02-27 00:00:00");
  expect(end("2026-02-12 10:00:00")).toBe("2026-02-20 00:00:00");
  expect(isWorkingDay("2026-02-14", SPRING)).toBe(true);
  expect(isWorkingDay("2026-02-16", SPRING)).toBe(false);
  expect(isWorkingDay("2026-02-16", new Map())).toBe(true);
});
