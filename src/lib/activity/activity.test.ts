import { expect, test } from "vitest";
import { attendeeProblems, emptyAttendee, pastedAttendees } from "./attendees.ts";
import { amountOf, priceOn } from "./parts.ts";

const PRICES = [
  { key: "early", name: "早鸟", amountFen: 20_000, memberFen: 15_000, untilDay: "2026-05-01" },
  { key: "full", name: "全价", amountFen: 30_000, memberFen: null, untilDay: "" },
];

test("an early price is to be had on its last day, and is the next one after it", () => {
  expect(priceOn(PRICES, "early", "2026-05-01")?.key).toBe("early");
  expect(priceOn(PRICES, "early", "2026-05-02")?.key).toBe("full");
  expect(priceOn(PRICES, "none", "2026-05-01")).toBeUndefined();
  expect(PRICES.map((price) => amountOf(price, true))).toEqual([15_000, 30_000]);
  expect(PRICES.map((price) => amountOf(price, false))).toEqual([20_000, 30_000]);
});

test("a table out of a sheet is read with and without a line of names", () => {
  const zhang = { ...emptyAttendee(), name: "张晓明", phone: "13800002096", unit: "青禾实验学校" };
  const li = { ...emptyAttendee(), name: "李清", phone: "13900001234" };
  expect(pastedAttendees("张晓明\t138 0000 2096\t青禾实验学校\n李清\t13900001234\n")).toEqual([
    zhang,
    li,
  ]);
  expect(pastedAttendees("单位\t姓名\t手机号\r\n青禾实验学校\t张晓明\t13800002096")).toEqual([
    zhang,
  ]);
  expect(pastedAttendees("张晓明，13800002096，青禾实验学校")).toEqual([zhang]);
  expect(pastedAttendees(" \n")).toEqual([]);
});

test("so many people as one may bring", () => {
  const many = Array.from({ length: 51 }, (_, index) => ({
    ...emptyAttendee(),
    name: "张晓明",
    phone: `139${String(index).padStart(8, "0")}`,
  }));
  expect(attendeeProblems(many, [], 50)).toEqual({ attendees: "一次最多为 50 人报名" });
  expect(attendeeProblems(many.slice(0, 4), [], 3)).toEqual({
    attendees: "本活动每人最多报名 3 位",
  });
  expect(attendeeProblems(many.slice(0, 3), [], 3)).toEqual({});
  expect(attendeeProblems([], [], 3)).toEqual({ attendees: "请至少填写一位参加人" });
});
