import { expect, test } from "vitest";
import { replaceWord, replaceWordInHtml } from "./wording-text.ts";

test("a word is replaced also where blanks stand between its characters", () => {
  expect(replaceWord("国家认证、国 家　认证", "国家认证", "学习证明")).toEqual({
    text: "学习证明、学习证明",
    count: 2,
  });
});

test("in HTML only what is read is replaced, and the suggestion stays text", () => {
  const html = '<p title="包过">包过班<a href="/包过">包过</a></p>';
  expect(replaceWordInHtml(html, "包过", "<辅导>")).toEqual({
    text: '<p title="包过">&lt;辅导&gt;班<a href="/包过">&lt;辅导&gt;</a></p>',
    count: 2,
  });
});
