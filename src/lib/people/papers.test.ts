import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ageOn, isAdultOn } from "./adult.ts";
import { checkBankSerial, normaliseBankSerial } from "./bank-serial.ts";
import { checkCreditCode, normaliseCreditCode } from "./credit-code.ts";
import { checkIdentityNumber, identityOf } from "./identity-number.ts";
import { checkPaperNumber, isTelling, normalisePaperNumber, PAPERS } from "./paper-number.ts";
import { checkPostcode, normalisePostcode } from "./postcode.ts";
import { checkRealName, normaliseRealName } from "./real-name.ts";

const TODAY = "2026-11-22";

/** Changes one sign to another of the alphabet. */
const changes = (text: string, alphabet: string) =>
  [...text].flatMap((sign, at) =>
    [...alphabet]
      .filter((other) => other !== sign)
      .map((other) => text.slice(0, at) + other + text.slice(at + 1)),
  );
/** Swaps two neighbours that differ. */
const swaps = (text: string) =>
  [...text]
    .slice(1)
    .map((sign, at) => text.slice(0, at) + sign + text[at] + text.slice(at + 2))
    .filter((swapped) => swapped !== text);

describe("real name", () => {
  test.each([
    "张三",
    "欧阳娜娜",
    "买买提·艾力",
    "阿卜杜热合曼·阿卜杜拉·买买提·艾力",
    "𠮷野家",
    "王𬭎",
    "㛃",
    "李𱁬",
    "〇一",
    "John Smith",
    "Anne-Marie O'Neil",
    "J. R. Tolkien",
  ])("%j passes as it is", (name) => {
    expect(checkRealName(name)).toBeUndefined();
    expect(normaliseRealName(name)).toBe(name);
  });
  test.each([
    [" 张　三 ", "张三"],
    ["买买提•艾力", "买买提·艾力"],
    ["买买提・艾力", "买买提·艾力"],
    ["买买提．艾力", "买买提·艾力"],
    ["买买提 · 艾力", "买买提·艾力"],
    ["葛\u{E0100}城", "葛城"],
    ["张\u200b三", "张三"],
    ["Ｊｏｈｎ　  Smith", "John Smith"],
    ["O’Neil", "O'Neil"],
  ])("%j is stored as %j", (typed, name) => {
    expect(checkRealName(typed)).toBeUndefined();
    expect(normaliseRealName(typed)).toBe(name);
  });
  test.each([
    "",
    " ",
    "J",
    "张三1",
    "张三先生!",
    "张三<b>",
    "·张三",
    "张三·",
    "张··三",
    "张三John",
    "13800000000",
    "测".repeat(21),
    Array(4).fill("测".repeat(20)).join("·"),
    Array(5).fill("测").join("·"),
    `J${"o".repeat(50)}`,
    "山田\u3042",
    "\ue000名",
  ])("%j is refused", (name) => expect(checkRealName(name)).toBe("请输入真实姓名"));
});

const days = fc
  .date({ min: new Date("1901-01-01"), max: new Date("2008-11-22"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** 17 digits and their check sign, by its definition: the powers of 2 add up to 1 modulo 11. */
function completed(trunk: string): string {
  const sum = [...trunk].reduce((total, digit) => (total + Number(digit)) * 2, 0);
  return trunk + [..."0123456789X"].find((_, value) => (sum + value) % 11 === 1);
}
const identityNumbers = fc
  .tuple(fc.integer({ min: 110_000, max: 829_999 }), days, fc.integer({ min: 0, max: 999 }))
  .map(([region, day, order]) => {
    const trunk = `${region}${day.replaceAll("-", "")}${String(order).padStart(3, "0")}`;
    return { number: completed(trunk), day, order };
  });

describe("identity number", () => {
  test("a known one tells birthday and gender", () => {
    expect(identityOf("11010519491231002x")).toEqual({
      number: "11010519491231002X",
      birthday: "1949-12-31",
      gender: "1",
    });
    expect(identityOf("440524 18800101 0014")).toBeUndefined();
    expect(checkIdentityNumber("１１０１０５－19491231－002Ｘ", TODAY)).toBeUndefined();
  });

  test("any number of an adult passes; no wrong sign and no two swapped do", () => {
    fc.assert(
      fc.property(identityNumbers, ({ number, day, order }) => {
        const gender = order % 2 === 1 ? "0" : "1";
        expect(identityOf(number)).toEqual({ number, birthday: day, gender });
        expect(checkIdentityNumber(number, TODAY)).toBeUndefined();
        for (const wrong of [...changes(number, "0123456789X"), ...swaps(number)])
          expect([wrong, checkIdentityNumber(wrong, TODAY)]).toEqual([wrong, "身份证号码有误"]);
      }),
    );
  });

  test.each([
    "",
    "110105194912310021",
    "11010519491231002",
    "11010519491231002XX",
    "010105194912310027",
    "130503670401001",
    "X10105194912310020",
  ])("%j is refused", (text) => expect(checkIdentityNumber(text, TODAY)).toBe("身份证号码有误"));

  test.each(["19900230", "19990229", "19991301", "19990100", "19001231", "18991231", "20261123"])(
    "nobody alive today was born on %s, though the check sign be right",
    (day) => {
      const number = completed(`110105${day}002`);
      expect(checkIdentityNumber(number, TODAY)).toBe("身份证号码有误");
    },
  );

  test("a person is of age on the day of the 18th birthday in Shanghai, not one day before", () => {
    const number = completed("11010520081122002");
    expect(checkIdentityNumber(number, "2026-11-21")).toBe("须年满18周岁");
    expect(checkIdentityNumber(number, "2026-11-22")).toBeUndefined();
    expect(ageOn("2008-11-22", "2026-11-21")).toBe(17);
    expect(isAdultOn("2008-11-22", "2026-11-22")).toBe(true);
    expect(isAdultOn("2008-02-29", "2026-02-28")).toBe(false);
    expect(isAdultOn("2008-02-29", "2026-03-01")).toBe(true);
    expect(ageOn("2027-01-01", "2026-11-22")).toBe(-1);
  });
});

describe("other papers", () => {
  test.each(["E12345678", "h1234567800", "01234567", "K123456(7)", "ABCDE", "1".repeat(20)])(
    "%j passes",
    (text) => {
      for (const paper of ["passport", "hongKongMacao", "taiwan"] as const)
        expect(checkPaperNumber(paper, text, TODAY)).toBeUndefined();
    },
  );
  test.each(["", "1234", "1".repeat(21), "E1234567*", "护照12345", "E1234_5678"])(
    "%j is refused",
    (text) =>
      expect(checkPaperNumber("passport", text, TODAY)).toBe("证件号码应为5-20位字母和数字"),
  );
  test("one form is stored; the residence permit is numbered as the identity card", () => {
    expect(normalisePaperNumber(" k-123456（7） ")).toBe("K1234567");
    expect(checkPaperNumber("residence", "H12345678", TODAY)).toBe("身份证号码有误");
    expect(checkPaperNumber("identity", "11010519491231002X", TODAY)).toBeUndefined();
    expect(Object.keys(PAPERS)).toHaveLength(5);
    for (const paper of ["hongKongMacao", "taiwan", "passport"] as const)
      expect(isTelling(paper)).toBe(false);
  });
});

const REAL = [
  "9144030071526726XG",
  "914403001922038216",
  "91330100716105852F",
  "51370000MJD6003161",
];
const CREDIT_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY";

describe("unified social credit code", () => {
  test.each(REAL)("%s is a real one; nothing near it passes", (code) => {
    expect(checkCreditCode(code)).toBeUndefined();
    expect(normaliseCreditCode(` ${code.toLowerCase().replace(/(.{4})/g, "$1 ")}`)).toBe(code);
    for (const wrong of [...changes(code, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ...swaps(code)])
      expect([wrong, checkCreditCode(wrong)]).toEqual([wrong, "统一社会信用代码有误"]);
  });

  test("of each trunk one check sign passes, and no swap or change of that code", () => {
    const trunks = fc.stringMatching(/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{9}$/);
    fc.assert(
      fc.property(trunks, fc.nat(17), fc.nat(30), (trunk, at, value) => {
        const good = [...CREDIT_SIGNS]
          .map((sign) => trunk + sign)
          .filter((code) => !checkCreditCode(code));
        expect(good).toHaveLength(1);
        const [code = ""] = good;
        const other = code.slice(0, at) + CREDIT_SIGNS[value] + code.slice(at + 1);
        for (const wrong of [other, ...swaps(code)])
          expect(wrong === code || checkCreditCode(wrong) !== undefined).toBe(true);
      }),
    );
  });

  test.each(["", "9144030071526726X", "9144030071526726XGG", "91440300715267O6XG", "社会信用代码"])(
    "%j is refused",
    (text) => expect(checkCreditCode(text)).toBe("统一社会信用代码有误"),
  );
});

test("postcodes have six digits, serials of a bank up to forty signs", () => {
  for (const good of ["100000", " ９９９０７７ "]) expect(checkPostcode(good)).toBeUndefined();
  for (const bad of ["", "10000", "1000000", "10000a"])
    expect(checkPostcode(bad)).toBe("请输入6位邮政编码");
  expect(normalisePostcode(" ９９９０７７ ")).toBe("999077");
  expect(normaliseBankSerial(" 2026-1122 abc１ ")).toBe("20261122ABC1");
  for (const good of ["1", "A".repeat(40)]) expect(checkBankSerial(good)).toBeUndefined();
  for (const bad of ["", "A".repeat(41), "流水1", "1;2"])
    expect(checkBankSerial(bad)).toBe("银行流水号应为1-40位字母和数字");
});
