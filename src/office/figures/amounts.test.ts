import { expect, test } from "vitest";
import { ageText, bytesText, durationText, percentOf, percentText } from "./amounts.ts";

test("sizes, times and shares for people", () => {
  expect([0, 999, 1_000, 86 * 1024, 1.25 * 2 ** 20, 3.4 * 2 ** 30].map(bytesText)).toEqual([
    "0 B",
    "999 B",
    "1 KB",
    "86 KB",
    "1.3 MB",
    "3.4 GB",
  ]);
  expect([0.254, 12.34, 345.6, 1_250, 250_000].map(durationText)).toEqual([
    "0.25 ms",
    "12.3 ms",
    "346 ms",
    "1.3 秒",
    "4 分 10 秒",
  ]);
  expect([59, 3_599, 11_520, 1_051_200].map(ageText)).toEqual([
    "0 分钟",
    "59 分钟",
    "3 小时 12 分钟",
    "12 天 4 小时",
  ]);
  expect([percentOf(1, 3), percentOf(1, 0)].map(percentText)).toEqual(["33.3%", "—"]);
});
