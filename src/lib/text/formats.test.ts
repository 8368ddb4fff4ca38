import { expect, test } from "vitest";
import { formatTime } from "./date-format.ts";
import { isNumberText } from "./number-pattern.ts";

test("numbers: sign, no leading zeros, decimals", () => {
  for (const good of ["0", "7", "-7", "+7", "10", "0.5", "-0.50", "123456.789"]) {
    expect([good, isNumberText(good)]).toEqual([good, true]);
  }
  for (const bad of [
    "",
    " 1",
    "01",
    "-01",
    "1.",
    ".5",
    "1e3",
    "１",
    "1,000",
    "--1",
    "0x1",
    "1\n",
  ]) {
    expect([bad, isNumberText(bad)]).toEqual([bad, false]);
  }
});

test("times: ten digits are seconds, thirteen milliseconds, the default is y-m-d h:i:s", () => {
  const text = "2026-09-12 08:30:05";
  for (const time of [
    1_789_173_005,
    "1789173005",
    1_789_173_005_000,
    "1789173005000",
    new Date("2026-09-12T00:30:05Z"),
    "2026-09-12 08:30:05",
    "2026/09/12 08:30:05",
    "2026-09-12T00:30:05.123Z",
    "2026-09-12T08:30:05+08:00",
  ]) {
    expect([time, formatTime(time)]).toEqual([time, text]);
  }
  expect(formatTime(0)).toBe("1970-01-01 08:00:00");
  expect(formatTime(text, "{y}年{m}月{d}日 星期{a}")).toBe("2026年09月12日 星期六");
  expect(formatTime(text, "y-m-d")).toBe("2026-09-12");
  for (const none of [null, undefined, "", "gestern", "2026-13-40", new Date(Number.NaN)]) {
    expect(formatTime(none)).toBe("");
  }
});
