import { expect, test } from "vitest";
import { cronError, nextTicks } from "./cron.ts";

const FROM = new Date("2026-11-21T00:00:00Z");
const times = (line: string, count = 2) =>
  nextTicks(line, count, FROM).map((date) => date.toISOString());

test("lines of the Quartz family fire in China's time, to the second", () => {
  expect(times("0/10 * * * * ?")).toEqual(["2026-11-21T00:00:10.000Z", "2026-11-21T00:00:20.000Z"]);
  expect(times("0 0 2 * * ?", 1)).toEqual(["2026-11-21T18:00:00.000Z"]);
  expect(times("0 15 10 ? * 6L", 1)).toEqual(["2026-11-27T02:15:00.000Z"]);
  expect(times("0 15 10 ? * MON-FRI", 1)).toEqual(["2026-11-23T02:15:00.000Z"]);
  expect(times("0 15 10 LW * ?", 1)).toEqual(["2026-11-30T02:15:00.000Z"]);
  expect(times("0 0 12 ? * 1", 1), "1 is Sunday").toEqual(["2026-11-22T04:00:00.000Z"]);
  expect(times("0 0 0 1 1 ? 2027")).toEqual(["2026-12-31T16:00:00.000Z"]);
});

test("what is wrong is said", () => {
  const errors = Object.fromEntries(
    [
      "* * * * *",
      "0 0 0 ? * ?",
      "0 0 0 5 * MON",
      "? * * * * ?",
      "60 * * * * ?",
      "0 0/0 * * * ?",
      "a b c d e ?",
      "@daily",
      "",
      `0 0 0 ${"1,".repeat(200)}1 * ?`,
    ].map((line) => [line.slice(0, 20), cronError(line, FROM)]),
  );
  const parts = "应为 6 或 7 段：秒 分 时 日 月 周 [年]";
  expect(errors).toEqual({
    "* * * * *": parts,
    "0 0 0 ? * ?": "日和周不能都是 ?",
    "0 0 0 5 * MON": "日和周只能指定一个，另一个请写 ?",
    "? * * * * ?": "秒：只有日和周可以写 ?",
    "60 * * * * ?": "Cron表达式不正确",
    "0 0/0 * * * ?": "Cron表达式不正确",
    "a b c d e ?": "Cron表达式不正确",
    "@daily": parts,
    "": parts,
    "0 0 0 1,1,1,1,1,1,1,": parts,
  });
});

test("a line that never fires is wrong, and is known at once", () => {
  const never = "这个表达式今后不会再触发";
  expect(cronError("0 0 0 30 2 ?", FROM)).toBe(never);
  expect(cronError("0 0 0 1 1 ? 2020", FROM)).toBe(never);
  expect(cronError("0 0 0 29 2 ? 2099", FROM)).toBe(never);
  expect(cronError("0 0 0 29 2 ?", FROM)).toBeUndefined();
  expect(times("0 0 0 30 2 ?")).toEqual([]);
});
