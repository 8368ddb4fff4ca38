import { expect, test } from "vitest";
import { CHANNELS } from "./channels.ts";
import { EVENTS, type EventName, isEvent, specOf } from "./events.ts";
import { isHours, isWithinHours } from "./quiet-hours.ts";
import {
  clipped,
  defaultWords,
  filled,
  maskedValues,
  signed,
  smsParts,
  valuesInOrder,
  wordsProblems,
} from "./text.ts";

const EVENT_NAMES = Object.keys(EVENTS).filter(isEvent);

test("the words that events begin with pass their own rules, and short messages are short", () => {
  for (const event of EVENT_NAMES) {
    for (const channel of CHANNELS) {
      const words = defaultWords(event, channel);
      expect([event, channel, wordsProblems(event, channel, words)]).toEqual([event, channel, {}]);
      const text = filled(`${words.title}${words.text}`, specOf(event).fields);
      expect(text).not.toMatch(/[{}]/);
      if (channel === "sms") {
        const parts = smsParts(
          signed("全国家庭教育学会", filled(words.text, specOf(event).fields)),
        );
        expect([event, parts <= 2]).toEqual([event, true]);
      }
    }
  }
});

test("what is wrong with a text is said with its field, and unknown fields are named", () => {
  const check = (text: string, title = "标题", event: EventName = "signCouncil") =>
    wordsProblems(event, "mail", { title, text });
  expect(check("{姓名}，{申请编号}")).toEqual({});
  expect(check("{姓 名}{金额}{金额}")).toEqual({
    text: "内容中的 {姓 名}、{金额} 不是这个通知的字段，可以用的有 {姓名}、{申请编号}",
  });
  expect(check("", " \u200b")).toEqual({ title: "标题不能为空", text: "内容不能为空" });
  for (const text of ["{姓名", "姓名}", "{{姓名}", "}{"]) {
    expect([text, check(text)]).toEqual([text, { text: "内容中的花括号没有成对" }]);
  }
  expect(check("字".repeat(2_001))).toEqual({ text: "内容不能超过2000个字符" });
  expect(check("{toString}").text).toMatch(/^内容中的 \{toString\} 不是/);
  expect(wordsProblems("signCouncil", "sms", { title: "", text: "字".repeat(301) })).toEqual({
    text: "内容不能超过300个字符",
  });
});

test("fields are filled once, in one pass", () => {
  expect(filled("{甲}{乙}{丙}", { 甲: "{乙}", 乙: "2" })).toBe("{乙}2{丙}");
  expect(valuesInOrder("{乙}和{甲}和{乙}", { 甲: "1", 乙: "2" })).toEqual(["2", "1", "2"]);
  expect(maskedValues({ 姓名: "𠮷田", 会员号: "P1" })).toEqual({ 姓名: "𠮷*", 会员号: "P1" });
  expect(clipped("𠮷田家", 2)).toBe("𠮷…");
});

test("parts of a short message as providers bill them", () => {
  const parts = [1, 70, 71, 134, 135].map((length) => smsParts("字".repeat(length)));
  expect(parts).toEqual([1, 1, 2, 2, 3]);
});

test("hours, also over midnight", () => {
  const at = (clock: string) => new Date(`2026-05-01T${clock}:00+08:00`);
  const night = ["20:59", "21:00", "23:59", "00:00", "07:59", "08:00"].map((clock) =>
    isWithinHours("21:00-08:00", at(clock)),
  );
  expect(night).toEqual([false, true, true, true, true, false]);
  expect(isWithinHours("12:00-13:00", at("12:30"))).toBe(true);
  expect(isWithinHours("12:00-12:00", at("12:00"))).toBe(false);
  expect(isWithinHours("", at("23:00"))).toBe(false);
  expect(["21:00-08:00", "24:00-08:00", "9:00-10:00", "21:00"].map(isHours)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
