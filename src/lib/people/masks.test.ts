import fc from "fast-check";
import { expect, test } from "vitest";
import { maskEmail, maskName, maskPaperNumber, maskPhone } from "./masks.ts";

test("masks as the design has them", () => {
  expect(["张三", "欧阳娜娜", "𠮷野家", "买买提·艾力", "John Smith", ""].map(maskName)).toEqual([
    ...["张*", "欧*", "𠮷*", "买*", "J*", ""],
  ]);
  expect(maskPhone("13800002096")).toBe("138****2096");
  expect(maskEmail("dong@example.cn")).toBe("d***@example.cn");
  expect(maskPaperNumber("11010519491231123X")).toBe("1101**********123X");
  expect(maskPaperNumber("E12345678")).toBe("E******78");
  expect(maskPaperNumber("ABCDE")).toBe("A**DE");
});

test("what is not of the kind shows nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => /^\d{11}$/.test(text) || maskPhone(text) === ""));
  for (const text of ["", "1234", "11010519491231123x", "护照E1234567", "1".repeat(21)])
    expect(maskPaperNumber(text)).toBe("");
});

test("at most eight signs of a number are seen, and its birthday never", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{5,20}$/), (number) => {
      const mask = maskPaperNumber(number);
      const seen = mask.replaceAll("*", "");
      return mask.length === number.length && seen.length <= 8 && seen.length < number.length;
    }),
  );
});
