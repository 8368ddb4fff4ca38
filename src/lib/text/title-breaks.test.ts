import { expect, test } from "vitest";
import { BREAK, breakTitle } from "./title-breaks.ts";

const parts = (title: string) => breakTitle(title).split(BREAK);

test("a title breaks between words, and nothing of it is lost", () => {
  const title = "听孩子把话说完：六市“倾听一刻钟”交出首年答卷";
  expect(parts(title).join("")).toBe(title);
  expect(parts(title)).toContain("孩子");
  expect(parts(title)).not.toContain("倾");
});

test("marks stay with the words they belong to", () => {
  for (const part of parts("关于召开2026年学术年会的通知（第二轮）：会议、住宿与《论文集》")) {
    expect(part).not.toMatch(/^[）：、》]/);
    expect(part).not.toMatch(/[（《]$/);
  }
});

test("empty, Latin and very long titles", () => {
  expect(breakTitle("")).toBe("");
  expect(parts("AI and family").join("")).toBe("AI and family");
  expect(parts("家".repeat(500)).join("")).toHaveLength(500);
});
