import { expect, test } from "vitest";
import { shortTime } from "../../lib/short-time.ts";
import { greeting, longDay, weekOfYear } from "./calendar.ts";

const at = (text: string) => new Date(`${text}+08:00`);

test("the day and the week as the workbench shows them", () => {
  expect(longDay(at("2025-09-12T10:26:00"), true)).toBe("2025 年 9 月 12 日 星期五");
  expect(longDay(at("2025-09-12T10:26:00"), false)).toBe("9 月 12 日 星期五");
  expect(weekOfYear(at("2025-09-12T10:26:00"))).toBe(37);
});

test("weeks at the turn of the year", () => {
  expect(weekOfYear(at("2021-01-03T12:00:00"))).toBe(53);
  expect(weekOfYear(at("2024-12-30T00:30:00"))).toBe(1);
  expect(weekOfYear(at("2026-01-01T00:00:00"))).toBe(1);
});

test("greetings by Shanghai's clock", () => {
  const words = ["03", "09", "12", "15", "20"].map((hour) =>
    greeting(at(`2025-09-12T${hour}:00:00`)),
  );
  expect(words).toEqual(["夜深了", "上午好", "中午好", "下午好", "晚上好"]);
});

test("times of a list drop what goes without saying", () => {
  const now = at("2025-09-12T10:00:00");
  expect(shortTime("2025-09-12 08:30:00", now)).toBe("今天 08:30");
  expect(shortTime("2025-09-11 17:52:00", now)).toBe("昨天 17:52");
  expect(shortTime("2025-09-10 11:20:00", now)).toBe("09-10 11:20");
  expect(shortTime("2024-09-10 11:20:00", now)).toBe("2024-09-10");
});
