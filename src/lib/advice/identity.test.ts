import { expect, test } from "vitest";
import { checkAdvice } from "./form.ts";
import { identityIn } from "./identity.ts";

test.each([
  ["他的身份证是 11010120150307123X，请帮忙", "身份证号码"],
  ["号码１１０１０１２０１５０３０７１２３４写在这里", "身份证号码"],
  ["110101 20150307 1234", "身份证号码"],
  ["请打我电话 138-0013-8000", "手机号码"],
  ["学号 202503170045", "号码"],
  ["他在澄江市第三小学读书", "学校名称"],
  ["青禾实验学校的老师说", "学校名称"],
  ["上三年级（2）班以后", "班级"],
  ["我儿子叫王小明，九岁", "孩子的姓名"],
])("%s: holds %s", (text, what) => {
  expect(identityIn(text)?.what).toBe(what);
});

test.each([
  "孩子上小学三年级，一写作业就磨蹭两个小时",
  "女儿十四岁，在中学住校，周末回家不说话",
  "孩子叫不起来，天天迟到",
  "孩子是独生子女，外公外婆带大",
  "每天玩手机到 23:30，已经 2026 年了还这样",
])("%s: says of nobody who it is", (text) => {
  expect(identityIn(text)).toBeUndefined();
});

test("each field says what is wrong with it", () => {
  expect(checkAdvice({ name: " ", topic: "", content: "太短" })).toEqual({
    name: "请填写怎样称呼您，如李女士",
    topic: "请选择咨询主题",
    content: "请再说具体一点，至少 10 个字",
  });
  expect(checkAdvice({ name: "字".repeat(21), topic: "1", content: "字".repeat(501) })).toEqual({
    name: "称呼最多 20 个字",
    topic: undefined,
    content: "最多 500 个字，现在是 501 个字",
  });
  expect(checkAdvice({ name: "李女士 13800138000", topic: "1", content: "" })).toEqual({
    name: "称呼里请不要写号码",
    topic: undefined,
    content: "请写下您想咨询的问题",
  });
  expect(checkAdvice({ name: "李女士", topic: "1", content: "𠮷".repeat(500) })).toEqual({
    name: undefined,
    topic: undefined,
    content: undefined,
  });
});
