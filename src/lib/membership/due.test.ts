import { expect, test } from "vitest";
import { addWorkingDays, staffDue } from "./due.ts";

const at = (text: string) => new Date(`${text}+08:00`);

test.each([
  // 2026-11-16 is a Monday.
  ["2026-11-16T10:00:00", "2026-11-19T10:00:00"],
  ["2026-11-19T10:00:00", "2026-11-24T10:00:00"],
  ["2026-11-20T23:30:00", "2026-11-25T23:30:00"],
  ["2026-11-21T10:00:00", "2026-11-25T10:00:00"],
  // Still Saturday in London, Sunday in Shanghai.
  ["2026-11-22T01:00:00", "2026-11-25T01:00:00"],
])("what comes at %s is due at %s", (from, due) => {
  expect(staffDue(at(from))).toEqual(at(due));
});

test("no days: now", () => {
  expect(addWorkingDays(at("2026-11-21T10:00:00"), 0)).toEqual(at("2026-11-21T10:00:00"));
});
