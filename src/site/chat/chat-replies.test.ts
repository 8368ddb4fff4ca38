import { expect, test } from "vitest";
import { CRISIS_WORDS, crisisAnswer, replyTo } from "./chat-replies.ts";

const reply = (id: number, question: string, ...keywords: string[]) => ({
  id,
  question,
  keywords,
  answer: `答${id}`,
  linkUrl: id === 1 ? "/search?q=%E4%BC%9A%E8%B4%B9" : "",
});
const REPLIES = [reply(1, "会费是多少？", "会费", "费用"), reply(2, "怎样入会？", "入会", "会费")];

test("the question itself, else most keywords, the first of several", () => {
  expect(replyTo(REPLIES, "会费")).toEqual({
    text: "答1",
    href: "/search?q=%E4%BC%9A%E8%B4%B9",
    label: "搜索“会费”",
  });
  expect(replyTo(REPLIES, "入会要会费吗").text).toBe("答2");
  expect(replyTo(REPLIES, " 怎样入会? ").text).toBe("答2");
});

test("what nobody wrote an answer for is searched for", () => {
  const { text, href } = replyTo(REPLIES, "<b>天气</b>");
  expect(text).toContain("答不上来");
  expect(href).toBe(`/search?q=${encodeURIComponent("<b>天气</b>")}`);
  expect(replyTo([], "x").text).toContain("答不上来");
});

test("somebody in danger gets numbers to call, however it is written; an ordinary question does not", () => {
  for (const said of ["我不想活了", "不 想·活", "孩子说要自殺", "他天天被打，怎么办", "我想死。"]) {
    expect([said, crisisAnswer(CRISIS_WORDS, said)?.isCrisis]).toEqual([said, true]);
  }
  for (const said of ["会费多少", "孩子不想写作业", "想起来了", ""]) {
    expect([said, crisisAnswer(CRISIS_WORDS, said)]).toEqual([said, undefined]);
  }
  expect(crisisAnswer(["暗号"], "这是暗 号")?.text).toContain("您不是一个人");
  expect(crisisAnswer([], "我不想活了")).toBeUndefined();
});
