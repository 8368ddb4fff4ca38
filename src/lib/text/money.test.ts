import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkMoney, fenOf, MAX_FEN, moneyCapitals, moneyShown, moneyText } from "./money.ts";

const fens = fc.integer({ min: 0, max: MAX_FEN });

describe("what a person types", () => {
  test.each([
    ["1000", 100_000],
    ["1,000.5", 100_050],
    ["1，000.50", 100_050],
    ["１０００．５", 100_050],
    ["￥1000", 100_000],
    ["¥ 1,234,567.89", 123_456_789],
    ["人民币1000元", 100_000],
    [" 300 元 ", 30_000],
    ["RMB 0.01", 1],
    ["300.00", 30_000],
    ["300.5000", 30_050],
    ["300。5", 30_050],
    ["9999999.99", MAX_FEN],
  ])("%j is %i fen", (text, fen) => {
    expect(fenOf(text)).toBe(fen);
    expect(checkMoney(text)).toBeUndefined();
  });

  test.each([
    ["", "请输入正确的金额，如 1000 或 1000.50"],
    ["元", "请输入正确的金额，如 1000 或 1000.50"],
    ["三百", "请输入正确的金额，如 1000 或 1000.50"],
    ["1万", "请输入正确的金额，如 1000 或 1000.50"],
    ["1,00", "请输入正确的金额，如 1000 或 1000.50"],
    ["1,0000", "请输入正确的金额，如 1000 或 1000.50"],
    ["1000,000", "请输入正确的金额，如 1000 或 1000.50"],
    ["1.000,50", "请输入正确的金额，如 1000 或 1000.50"],
    ["1.2.3", "请输入正确的金额，如 1000 或 1000.50"],
    ["1.", "请输入正确的金额，如 1000 或 1000.50"],
    [".5", "请输入正确的金额，如 1000 或 1000.50"],
    ["01", "请输入正确的金额，如 1000 或 1000.50"],
    ["1e3", "请输入正确的金额，如 1000 或 1000.50"],
    ["0x10", "请输入正确的金额，如 1000 或 1000.50"],
    ["+5", "请输入正确的金额，如 1000 或 1000.50"],
    ["1 000", "请输入正确的金额，如 1000 或 1000.50"],
    ["$5", "请输入正确的金额，如 1000 或 1000.50"],
    ["NaN", "请输入正确的金额，如 1000 或 1000.50"],
    ["Infinity", "请输入正确的金额，如 1000 或 1000.50"],
    ["-1", "金额不能为负数"],
    ["￥-1", "金额不能为负数"],
    ["0.005", "金额最多保留两位小数"],
    ["10000000", "金额不能超过9,999,999.99元"],
    ["9".repeat(400), "金额不能超过9,999,999.99元"],
  ])("%j is refused", (text, problem) => {
    expect(checkMoney(text)).toBe(problem);
    expect(fenOf(text)).toBeUndefined();
  });

  test("nothing is no payment, but may be a fee", () => {
    expect(checkMoney("0.00")).toBe("金额须大于0");
    expect(checkMoney("0.00", { min: 0 })).toBeUndefined();
    expect(fenOf("0")).toBe(0);
    expect(checkMoney("99.99", { min: 10_000 })).toBe("金额不能少于100.00元");
    expect(checkMoney("100.01", { max: 10_000 })).toBe("金额不能超过100.00元");
  });

  test("any text is an amount or has a text why not", () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[0-9,.￥元\-０-９ ]{0,14}$/));
    fc.assert(
      fc.property(texts, (text) => {
        const fen = fenOf(text);
        const isGood = checkMoney(text, { min: 0 }) === undefined;
        return isGood ? fen !== undefined && fen >= 0 && fen <= MAX_FEN : fen === undefined;
      }),
      { numRuns: 2_000 },
    );
  });
});

test("what is written is read back as the same fen, however it is written", () => {
  fc.assert(
    fc.property(fens, (fen) => {
      const wide = moneyShown(fen).replace(/[\d,.]/g, (sign) =>
        String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
      );
      return [moneyText(fen), moneyShown(fen), `￥${moneyShown(fen)}元`, wide].every(
        (text) => fenOf(text) === fen,
      );
    }),
  );
});

test("the wire has two decimals, people read thousands", () => {
  expect([0, 1, 10, 100, 100_050, -5, 30_000_000_000].map(moneyText)).toEqual([
    ...["0.00", "0.01", "0.10", "1.00", "1000.50", "-0.05", "300000000.00"],
  ]);
  expect([0, 99_999, 100_000, MAX_FEN, -123_456_789].map(moneyShown)).toEqual([
    ...["0.00", "999.99", "1,000.00", "9,999,999.99", "-1,234,567.89"],
  ]);
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => moneyText(wrong)).toThrow(RangeError);
});

/** Reads capital numerals by their places alone, as a cashier does. */
function readCapitals(text: string): number {
  const [, whole = "", tenths, cents] =
    /^(?:(.+)元)?零?(?:(.)角)?零?(?:(.)分)?整?$/.exec(text) ?? [];
  const digit = (sign = "零") => "零壹贰叁肆伍陆柒捌玖".indexOf(sign);
  let sum = 0;
  for (const part of whole.match(/[^万亿]+[万亿]?/g) ?? []) {
    let group = 0;
    for (const [, sign, place = ""] of part.matchAll(/([壹贰叁肆伍陆柒捌玖])([拾佰仟]?)/g))
      group += digit(sign) * 10 ** " 拾佰仟".indexOf(place || " ");
    sum += group * (part.endsWith("亿") ? 1e8 : part.endsWith("万") ? 1e4 : 1);
  }
  return sum * 100 + digit(tenths) * 10 + digit(cents);
}

describe("capital numerals", () => {
  test.each([
    [0, "零元整"],
    [1, "壹分"],
    [50, "伍角整"],
    [55, "伍角伍分"],
    [30_000, "叁佰元整"],
    [1_000_000, "壹万元整"],
    [1_000, "壹拾元整"],
    [140_950, "壹仟肆佰零玖元伍角整"],
    [600_714, "陆仟零柒元壹角肆分"],
    [168_032, "壹仟陆佰捌拾元叁角贰分"],
    [10_700_053, "壹拾万柒仟元伍角叁分"],
    [1_640_902, "壹万陆仟肆佰零玖元零贰分"],
    [32_504, "叁佰贰拾伍元零肆分"],
    [10_000_500, "壹拾万零伍元整"],
    [10_000_005_000, "壹亿零伍拾元整"],
    [MAX_FEN, "玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分"],
  ])("%i fen", (fen, text) => expect(moneyCapitals(fen)).toBe(text));

  test("say the amount, have no zero twice or at an end, and are all different", () => {
    fc.assert(
      fc.property(fc.oneof(fens, fc.integer({ min: 0, max: 99_999_999_999_999 })), (fen) => {
        const text = moneyCapitals(fen);
        if (fen === 0) return true;
        return readCapitals(text) === fen && !/零零|^零|零[万亿元]/.test(text);
      }),
      { numRuns: 5_000 },
    );
  });

  test("nobody owes less than nothing or a part of a fen", () => {
    for (const wrong of [-1, 0.5, Number.NaN, 100_000_000_000_000])
      expect(() => moneyCapitals(wrong)).toThrow(RangeError);
  });
});
