import { expect, test } from "vitest";
import { dueTicks } from "./due.ts";

const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const job = {
  cronExpression: "0/10 * * * * ?",
  misfirePolicy: "3",
  nextTickAt: at("00:00:10"),
  isAlone: false,
  isBusy: false,
};
const due = (change: Partial<typeof job>, now: string) => {
  const { fire, next } = dueTicks({ ...job, ...change }, at(now));
  const time = (date: Date | null) => date?.toISOString().slice(11, 19) ?? null;
  return [fire.map(time).join(" "), time(next)];
};

test("before its time nothing happens, on time one tick", () => {
  expect(due({}, "00:00:09.999")).toEqual(["", "00:00:10"]);
  expect(due({}, "00:00:10")).toEqual(["00:00:10", "00:00:20"]);
});

test("a little late, every tick is fired; one at a time where runs must not overlap", () => {
  expect(due({}, "00:00:35")).toEqual(["00:00:10 00:00:20 00:00:30", "00:00:40"]);
  expect(due({ isAlone: true }, "00:00:35")).toEqual(["00:00:10", "00:00:20"]);
  expect(due({ isAlone: true, isBusy: true }, "00:00:35")).toEqual(["", "00:00:10"]);
});

test("past a minute the policy decides", () => {
  expect(due({ misfirePolicy: "3" }, "00:02:05"), "none").toEqual(["", "00:02:10"]);
  expect(due({ misfirePolicy: "2" }, "00:02:05"), "one").toEqual(["00:00:10", "00:02:10"]);
  expect(due({ misfirePolicy: "0" }, "00:02:05"), "default").toEqual(["00:00:10", "00:02:10"]);
  const [fire, next] = due({ misfirePolicy: "1" }, "00:02:05");
  expect(fire?.split(" ")).toHaveLength(12);
  expect(next).toBe("00:02:10");
  expect(due({ misfirePolicy: "1", isAlone: true }, "00:02:05")).toEqual(["00:00:10", "00:00:20"]);
});

test("of a long absence at most a hundred ticks are made up for in one go", () => {
  const [fire, next] = due({ misfirePolicy: "1" }, "10:00:00");
  expect(fire?.split(" ")).toHaveLength(100);
  expect(next).toBe("00:16:50");
});

test("a line that has ended has no next tick", () => {
  expect(due({ cronExpression: "10 0 8 21 11 ? 2026" }, "00:00:10")).toEqual(["00:00:10", null]);
});
