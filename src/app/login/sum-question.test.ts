import fc from "fast-check";
import { expect, test } from "vitest";
import { chineseNumber, inWords, isAnswer, sumQuestion } from "./sum-question.ts";

test("numbers in words", () => {
  expect([0, 7, 10, 14, 20, 35, 81].map(chineseNumber)).toEqual([
    "零",
    "七",
    "十",
    "十四",
    "二十",
    "三十五",
    "八十一",
  ]);
  expect(inWords({ left: 12, sign: "+", right: 5, answer: 17 })).toBe("十二加五等于几？");
});

test("every question has the answer it says, between 0 and 99, and takes it in digits or words", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(1_000_000)), (stream) => {
      const question = sumQuestion((below) => (stream.next().value as number) % below);
      const { left, sign, right, answer } = question;
      const sum = sign === "+" ? left + right : sign === "-" ? left - right : left * right;
      const fits = sum === answer && answer >= 0 && answer < 100;
      const typed = [String(answer), ` ${answer} `, chineseNumber(answer)];
      return fits && typed.every((text) => isAnswer(text, String(answer)));
    }),
  );
});

test("an empty or other text is no answer", () => {
  for (const text of ["", " ", "18", "十八", "17.0", "1e1"])
    expect(isAnswer(text, "17")).toBe(false);
  expect(isAnswer("１７", "17")).toBe(true);
});
