import { expect, test } from "vitest";
import { findHead, fits, guessMapping, mappingProblems } from "./columns.ts";
import { lineReader, momentIn } from "./line.ts";

// Headings as the large banks write them.
const ICBC = [
  "凭证号",
  "交易时间",
  "借方发生额",
  "贷方发生额",
  "余额",
  "对方户名",
  "对方账号",
  "摘要",
  "附言",
];
const CCB = [
  "账号",
  "交易时间",
  "借方发生额（支取）",
  "贷方发生额（收入）",
  "余额",
  "币种",
  "对方户名",
  "对方账号",
  "记账日期",
  "摘要",
  "备注",
  "账户明细编号-交易流水号",
];
const BOC = [
  "交易日期",
  "交易时间",
  "收入金额",
  "支出金额",
  "对方账户名称",
  "对方账号",
  "用途",
  "交易流水号",
];
const ONE_COLUMN = ["日期", "金额", "借贷标志", "户名", "付款人名称", "备注", "流水号"];

test("the columns of the usual banks are known by their headings", () => {
  expect(guessMapping(ICBC)).toEqual({
    columns: {
      date: "交易时间",
      amount: "贷方发生额",
      payer: "对方户名",
      account: "对方账号",
      remark: "附言",
      note: "摘要",
      serial: "凭证号",
    },
    amountForm: "credit",
    dateForm: "ymd",
  });
  expect(guessMapping(BOC).columns).toMatchObject({
    date: "交易日期",
    time: "交易时间",
    amount: "收入金额",
  });
  expect(guessMapping(CCB).columns).toMatchObject({
    amount: "贷方发生额（收入）",
    serial: "账户明细编号-交易流水号",
  });
  expect(guessMapping(ONE_COLUMN)).toMatchObject({
    amountForm: "flag",
    columns: { flag: "借贷标志" },
  });
  expect(guessMapping(ONE_COLUMN.filter((each) => each !== "借贷标志"))).toMatchObject({
    amountForm: "signed",
  });
});

test("the row of the headings is found below what stands above it; a bank's own headings count", () => {
  expect(findHead([["中国工商银行账户明细"], ["户名", "学会"], [], ICBC, ["1"]])).toBe(3);
  const own = {
    columns: { date: "甲", amount: "乙" },
    amountForm: "credit",
    dateForm: "ymd",
  } as const;
  expect(findHead([["明细"], ["甲", "乙"], ["1", "2"]], own)).toBe(1);
  expect(findHead([["明细"], ["甲", "乙"]])).toBe(-1);
  expect(fits(["乙 ", "甲"], own)).toBe(true);
  expect(fits(["甲"], own)).toBe(false);
});

test("a mapping says what lacks", () => {
  expect(
    mappingProblems(["甲"], {
      columns: { date: "甲", payer: "乙" },
      amountForm: "flag",
      dateForm: "ymd",
    }),
  ).toEqual({
    payer: "文件中没有“乙”列",
    amount: "请选择收入金额所在的列",
    flag: "请选择借贷标志所在的列",
  });
});

test.each([
  ["2026-11-20", "", "2026-11-20 00:00:00"],
  ["20261120", "102030", "2026-11-20 10:20:30"],
  ["20261120102030", "", "2026-11-20 10:20:30"],
  ["2026/1/5 9:05", "", "2026-01-05 09:05:00"],
  ["2026年1月5日", "09:05:10", "2026-01-05 09:05:10"],
  ["２０２６-11-20", "", "2026-11-20 00:00:00"],
  ["2026-11-20 10:20:30.123", "", "2026-11-20 10:20:30"],
  ["46346", "0.5", "2026-11-20 12:00:00"],
  ["46346.25", "", "2026-11-20 06:00:00"],
  ["20261120", "2026-11-20 10:20:30", "2026-11-20 10:20:30"],
  ["2026-02-30", "", undefined],
  ["20261120", "25:00", undefined],
  ["昨天", "", undefined],
  ["05/11/2026", "", undefined],
])("%s and %s is %s", (day, clock, moment) => {
  expect(momentIn(day, clock, "ymd")).toBe(moment);
});

test("the order of day and month is the bank's", () => {
  expect(momentIn("05/11/2026", "", "dmy")).toBe("2026-11-05 00:00:00");
  expect(momentIn("05/11/2026", "", "mdy")).toBe("2026-05-11 00:00:00");
});

const read = lineReader(BOC, guessMapping(BOC));
const cells = (
  change: Partial<
    Record<"date" | "in" | "out" | "payer" | "account" | "remark" | "serial", string>
  >,
) => {
  const {
    date = "20261120",
    in: income = "300.00",
    out = "",
    payer = "林晓",
    account = "6222021001116245702",
    remark = "会费",
    serial = "A1",
  } = change;
  return [date, "10:00:00", income, out, payer, account, remark, serial];
};

test("money that came in, with no more of the account than its end", () => {
  expect(read(cells({ in: " 1,300.50 ", remark: "卡 6222021001116245702 H23456789" }))).toEqual({
    line: {
      at: "2026-11-20 10:00:00",
      amountFen: 130_050,
      payer: "林晓",
      payerTail: "5702",
      remark: "卡 ****5702 H23456789",
      serial: "A1",
    },
  });
});

test.each([
  [{ in: "", out: "5" }, { isOut: true }],
  [{ in: "0.00", out: "5" }, { isOut: true }],
  [{ in: "-", out: "5" }, { isOut: true }],
  [{ date: "", in: "" }, { isBlank: true }],
  [{ date: "合计", in: "9,999.00" }, { isBlank: true }],
  [{ in: "三百" }, { problem: "金额“三百”：请输入正确的金额，如 1000 或 1000.50" }],
  [{ in: "-300" }, { problem: "收入金额为负数，可能是冲正，请人工核对" }],
  [{ in: "1.005" }, { problem: "金额“1.005”：金额最多保留两位小数" }],
  [{ in: "99999999999" }, { problem: "金额“99999999999”：金额不能超过9,999,999.99元" }],
  [{ date: "" }, { problem: "没有交易日期" }],
  [{ date: "2026-13-01" }, { problem: "日期“2026-13-01”无法识别" }],
  [{ date: "20991120" }, { problem: "日期 2099-11-20 还没有到" }],
  [{ serial: "1.2E+19" }, { problem: "流水号被表格软件改成了科学计数，请从银行重新导出" }],
  [{ serial: "流水一" }, { problem: "流水号应为1-40位字母和数字" }],
  [{ payer: "林\uFFFD" }, { problem: "有无法识别的文字，请检查文件编码" }],
])("%j is %j", (change, reading) => {
  expect(read(cells(change))).toEqual(reading);
});

test("one column for both: a minus or a word says what went out", () => {
  const headings = ["日期", "金额", "付款人名称"];
  const signed = lineReader(headings, guessMapping(headings));
  expect(signed(["20261120", "-300.00", "电费"])).toEqual({ isOut: true });
  expect(signed(["20261120", "+300.00", "林晓"])).toMatchObject({ line: { amountFen: 30_000 } });
  const flagged = lineReader(ONE_COLUMN, guessMapping(ONE_COLUMN));
  const line = (flag: string) => flagged(["20261120", "300", flag, "", "林晓", "", "A1"]);
  expect(line("借")).toEqual({ isOut: true });
  expect(line("贷")).toMatchObject({ line: { amountFen: 30_000 } });
  expect(line("收入")).toMatchObject({ line: { serial: "A1" } });
  expect(line("其他")).toEqual({ problem: "借贷标志“其他”无法识别" });
  expect(line("")).toEqual({ problem: "没有借贷标志" });
});
