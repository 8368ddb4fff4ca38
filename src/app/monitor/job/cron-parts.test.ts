import { expect, test } from "vitest";
import { cronError } from "./cron.ts";
import { DAY, lineOf, partsOf, WEEKDAY, withPart } from "./cron-parts.ts";

test("a line is read into its parts and written again", () => {
  for (const line of [
    "0/10 * * * * ?",
    "0 0 2 1 * ?",
    "0 15 10 ? * 2-6",
    "0 15 10 LW * ?",
    "0 0 12 ? 1,6 6#3 2027-2030",
  ]) {
    expect(lineOf(partsOf(line))).toBe(line);
  }
  expect(partsOf("0/10 5 * 1-3 1,6 ?").map((part) => part.kind)).toEqual([
    "step",
    "list",
    "every",
    "range",
    "list",
    "none",
    "every",
  ]);
});

test("an empty line is every second, which is a right one", () => {
  expect(lineOf(partsOf(""))).toBe("* * * * * ?");
  expect(cronError("* * * * * ?")).toBeUndefined();
});

test("of day and weekday one is always ?", () => {
  const daily = partsOf("0 0 2 * * ?");
  const weekly = withPart(daily, WEEKDAY, { kind: "list", values: [7, 2] });
  expect(lineOf(weekly)).toBe("0 0 2 ? * 2,7");
  expect(lineOf(withPart(weekly, WEEKDAY, { kind: "none" }))).toBe("0 0 2 * * ?");
  expect(lineOf(withPart(weekly, DAY, { kind: "list", values: [1] }))).toBe("0 0 2 1 * ?");
});
