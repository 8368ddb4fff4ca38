import { expect, test } from "vitest";
import { urgencyOf } from "./urgency.ts";

const NOW = new Date("2026-03-10T10:00:00+08:00");

test.each([
  ["2026-03-12 09:00:00", "剩 47 小时", "grey"],
  ["2026-03-14 09:00:00", "剩 3 天", "grey"],
  ["2026-03-11 10:00:00", "剩 24 小时", "amber"],
  ["2026-03-10 10:00:30", "剩 1 分钟", "amber"],
  ["2026-03-10 07:30:00", "超时 2 小时", "red"],
  ["2026-03-06 10:00:00", "超时 4 天", "red"],
])("due %s: %s, %s", (dueAt, text, tone) => {
  expect(urgencyOf(dueAt, NOW)).toEqual({ text, tone });
});
