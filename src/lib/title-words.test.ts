import fc from "fast-check";
import { expect, test } from "vitest";
import { titleWords } from "./title-words.ts";

test("lines may break between words, not beside marks and numbers", () => {
  expect(titleWords("关于召开2026年学术年会的通知（第二轮）")).toContain("2026年");
  expect(titleWords("一份“全家”签字的约定：第二版")).toEqual(
    expect.arrayContaining(["“全家”", "约定："]),
  );
  expect(titleWords("放学到睡前的270分钟：四县家庭傍晚时间调查")).toContain("四县");
  expect(titleWords("")).toEqual([]);
});

test("joined again it is the title", () => {
  fc.assert(fc.property(fc.string(), (title) => titleWords(title).join("") === title));
});
