import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AmountForm, Mapping } from "#src/lib/bank/columns.ts";
import { gbk } from "#src/lib/text/gbk.ts";
import { toXlsx } from "#src/server/workbook/excel.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { book, sheet } from "#src/test/workbooks.ts";
import { bankLine, bankProfile, bankStatement } from "./table.server.ts";
import type { Imported, Preview, StatementRow } from "./wire.ts";

const it = await startApp();
const BASE = "/api/bll/finance/statement";
const clerk = await staffWith(it, "finance:statement:list", "finance:statement:import");

const HEAD = "交易日期,交易时间,收入金额,支出金额,对方户名,对方账号,摘要,附言,流水号";
const ABOVE = "某某银行交易明细\r\n户名：云川市家庭教育学会,币种：人民币\r\n\r\n";
const lineOf = (
  nth: number,
  more: { amount?: string; payer?: string; remark?: string; serial?: string } = {},
) =>
  [
    "20261120",
    "10:20:30",
    `"${more.amount ?? "300.00"}"`,
    "",
    more.payer ?? `付款人${nth}`,
    "6222021001116245702",
    "转账",
    more.remark ?? "会费",
    more.serial ?? `T${String(nth).padStart(8, "0")}`,
  ].join(",");
const csv = (...lines: string[]) =>
  gbk(`${ABOVE}${[HEAD, ...lines].join("\r\n")}\r\n合计,,300.00\r\n`);

type Sent = { bankName?: string; mapping?: Mapping; name?: string; token?: string };

async function send(
  path: string,
  bytes: Buffer,
  { bankName, mapping, name = "明细.csv", token = clerk.token }: Sent = {},
) {
  const boundary = "----statement";
  const field = (key: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      (bankName === undefined ? "" : field("bankName", bankName)) +
        (mapping ? field("mapping", JSON.stringify(mapping)) : "") +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await it.app.inject({
    method: "POST",
    url: `/prod-api${BASE}/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  return response.json() as { code: number; msg: string; data: unknown };
}
const preview = async (bytes: Buffer, sent: Sent = {}) =>
  (await send("importPreview", bytes, sent)).data as Preview;
const put = async (bytes: Buffer, sent: Sent = {}) =>
  (await send("importData", bytes, { bankName: "测试银行", ...sent })).data as Imported;
const linesOf = (statementId: number | null) =>
  it.db
    .select()
    .from(bankLine)
    .where(eq(bankLine.statementId, statementId ?? 0))
    .orderBy(bankLine.lineNo);
let banks = 0;
const newBank = () => `银行${++banks}`;

test("a GBK file: lines above the table, columns guessed, outgoing lines left out, no whole account", async () => {
  const bytes = csv(
    lineOf(1, { amount: "1,300.00", payer: '"张三, 李四"', remark: "会费 H23456789" }),
    "20261121,09:00:00,,88.00,电力公司,1234567890123456,电费,,T2",
  );
  expect(await preview(bytes)).toMatchObject({
    encoding: "GBK",
    headLine: 4,
    bankName: "",
    importedBefore: "",
    lines: 2,
    incoming: 1,
    out: 1,
    amount: "1,300.00",
    mapping: {
      amountForm: "credit",
      columns: {
        date: "交易日期",
        time: "交易时间",
        amount: "收入金额",
        payer: "对方户名",
        serial: "流水号",
      },
    },
  });
  expect(await it.db.$count(bankStatement)).toBe(0);
  const data = await put(bytes);
  expect(data).toMatchObject({
    lineCount: 2,
    addedCount: 1,
    repeatedCount: 0,
    outCount: 1,
    problemCount: 0,
  });
  const [line] = await linesOf(data.statementId);
  expect(line).toMatchObject({
    lineNo: 5,
    amountFen: 130_000,
    payerName: "张三, 李四",
    payerTail: "5702",
    remark: "会费 H23456789 转账",
    serial: "T00000001",
    state: 0,
    usedFen: 0,
  });
  expect(line?.paidAt.toISOString()).toBe("2026-11-20T02:20:30.000Z");
  const { rows } = await it.db.execute<{ all: string }>(
    sql`select string_agg(t::text, '') as all from (select l from bank_line l) t`,
  );
  expect(rows[0]?.all).not.toContain("622202");
  expect(await preview(bytes)).toMatchObject({
    bankName: "测试银行",
    importedBefore: expect.stringContaining(" 由 "),
  });
});

test.each([
  ["UTF-8 with its mark", (text: string) => Buffer.from(`\uFEFF${text}`), "UTF-8"],
  [
    "UTF-8 with a damaged character",
    (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
    "UTF-8",
  ],
  [
    "UTF-16",
    (text: string) => Buffer.from(`\uFEFF${text.replaceAll(",", "\t")}`, "utf16le"),
    "UTF-16",
  ],
  ["semicolons", (text: string) => gbk(text.replaceAll(",", ";")), "GBK"],
  ["tabs", (text: string) => gbk(text.replaceAll(",", "\t")), "GBK"],
])("%s are read alike", async (_name, write, encoding) => {
  const bytes = write([HEAD, lineOf(1), lineOf(2), ""].join("\r\n"));
  expect(await preview(bytes)).toMatchObject({ encoding, incoming: 2 });
  expect(await put(bytes, { bankName: newBank() })).toMatchObject({ addedCount: 2 });
});

test("a workbook: dates and amounts as numbers, a row with a formula refused by its number", async () => {
  const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
  const number = (value: string) => `<c><v>${value}</v></c>`;
  const head = ["交易日期", "收入金额", "对方户名", "流水号"].map(text).join("");
  const bytes = book(
    sheet(
      `<row>${text("明细")}</row><row>${head}</row>
       <row>${number("46346.5")}${number("300.5")}${text("林晓")}${text("X1")}</row>
       <row>${number("46346.5")}<c><f>A1+1</f><v>9</v></c>${text("林晓")}${text("X2")}</row>`,
    ),
  );
  const data = await put(bytes, { name: "明细.xlsx", bankName: newBank() });
  expect(data).toMatchObject({
    addedCount: 1,
    problems: [{ number: 4, problem: "有公式，请改为文字或数字" }],
  });
  const [line] = await linesOf(data.statementId);
  expect(line).toMatchObject({ amountFen: 30_050, serial: "X1" });
  expect(line?.paidAt.toISOString()).toBe("2026-11-20T04:00:00.000Z");
  const made = await toXlsx(
    "明细",
    [
      ["交易日期", "a"],
      ["收入金额", "b"],
      ["对方户名", "c"],
    ],
    [{ a: "2026-11-20", b: 30, c: "林晓" }],
  );
  expect(await preview(made)).toMatchObject({ encoding: "", incoming: 1 });
});

test("what cannot be read is refused line by line, the rest goes in", async () => {
  const data = await put(
    csv(
      lineOf(1),
      lineOf(2, { amount: "三百" }),
      lineOf(3, { payer: "=HYPERLINK(1)" }),
      lineOf(4, { serial: '="0000123"' }),
      lineOf(5, { serial: "1.2E+19" }),
      '20261120,"not closed,300.00,,甲,1,转账,,T9',
      lineOf(6),
      lineOf(6, { amount: "5.00" }),
      lineOf(6),
    ),
    { bankName: newBank() },
  );
  expect(data).toMatchObject({ lineCount: 9, addedCount: 3, repeatedCount: 1, problemCount: 5 });
  expect(data.problems).toEqual([
    { number: 6, problem: "金额“三百”：请输入正确的金额，如 1000 或 1000.50" },
    { number: 7, problem: "有公式，请改为文字或数字" },
    { number: 9, problem: "流水号被表格软件改成了科学计数，请从银行重新导出" },
    { number: 10, problem: expect.stringMatching(/无法识别|金额/) },
    { number: 12, problem: "流水号与第 11 行相同，但内容不同，请核对" },
  ]);
  expect((await linesOf(data.statementId)).map(({ serial }) => serial)).toEqual([
    "T00000001",
    "0000123",
    "T00000006",
  ]);
});

test("the same lines again are counted, also in another file; a serial with other words is refused", async () => {
  const bankName = newBank();
  const first = await put(csv(lineOf(1), lineOf(2)), { bankName });
  expect(await put(csv(lineOf(1), lineOf(2)), { bankName })).toMatchObject({
    statementId: null,
    repeatedCount: 2,
    addedCount: 0,
  });
  const later = await put(csv(lineOf(2), lineOf(3), lineOf(1, { amount: "999" })), { bankName });
  expect(later).toMatchObject({
    addedCount: 1,
    repeatedCount: 1,
    problems: [{ number: 7, problem: "这个流水号已导入过，但内容不同，请核对" }],
  });
  expect(await linesOf(first.statementId)).toHaveLength(2);
  // Another bank has serials of its own.
  expect(await put(csv(lineOf(1)), { bankName: newBank() })).toMatchObject({ addedCount: 1 });
});

test("without serials two equal lines are two, and both are known when the day comes again", async () => {
  const bankName = newBank();
  const twice = [lineOf(1, { serial: "" }), lineOf(1, { serial: "" })];
  expect(await put(csv(...twice), { bankName })).toMatchObject({ addedCount: 2, repeatedCount: 0 });
  const again = await put(csv(...twice, lineOf(1, { serial: "" }), lineOf(2, { serial: "" })), {
    bankName,
  });
  expect(again).toMatchObject({ addedCount: 2, repeatedCount: 2 });
});

test("two imports of one file at once: each line once", async () => {
  const bankName = newBank();
  const bytes = csv(...Array.from({ length: 300 }, (_, nth) => lineOf(nth)));
  const answers = await Promise.all([put(bytes, { bankName }), put(bytes, { bankName })]);
  expect(answers.map(({ addedCount }) => addedCount).sort()).toEqual([0, 300]);
  expect(answers.map(({ repeatedCount }) => repeatedCount).sort()).toEqual([0, 300]);
  const [profile] = await it.db
    .select()
    .from(bankProfile)
    .where(eq(bankProfile.bankName, bankName));
  expect(await it.db.$count(bankLine, eq(bankLine.profileId, profile?.id ?? 0))).toBe(300);
});

test("columns that were mapped once are remembered for the bank", async () => {
  const bankName = newBank();
  const bytes = gbk("甲列,乙列,丙列,丁列\n20261120,30.00,林晓,Z1\n");
  const wrong = await send("importData", bytes, { bankName });
  expect(wrong).toMatchObject({ code: 500, data: { date: "请选择交易日期所在的列" } });
  const mapping = {
    columns: { date: "甲列", amount: "乙列", payer: "丙列", serial: "丁列" },
    amountForm: "credit" as AmountForm,
    dateForm: "ymd" as const,
  };
  expect(await preview(bytes, { mapping })).toMatchObject({
    incoming: 1,
    amount: "30.00",
    bankName: "",
  });
  expect(await put(bytes, { bankName, mapping })).toMatchObject({ addedCount: 1 });
  expect(await preview(gbk("丁列,丙列,乙列,甲列\nZ2,林晓,30.00,20261120\n"))).toMatchObject({
    bankName,
    incoming: 1,
    mapping,
  });
});

test.each([
  ["an empty file", Buffer.alloc(0), "请选择银行流水文件"],
  [
    "a picture",
    Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
    "文件不是CSV文本，请选择从银行导出的CSV或xlsx文件",
  ],
  [
    "a web page",
    Buffer.from("<html><table></table></html>"),
    "文件是网页格式，请在Excel中打开后另存为xlsx格式再导入",
  ],
  [
    "an old workbook",
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    "不支持旧版xls格式，请在Excel中另存为xlsx格式后再导入",
  ],
  [
    "a damaged workbook",
    Buffer.from("PK\u0003\u0004rubbish"),
    "文件不是有效的Excel工作簿，请使用下载的模板填写后再导入",
  ],
  ["no table", gbk("你好\n再见\n"), "文件中没有找到表头，请确认是银行导出的交易明细"],
  ["headings alone", gbk(`${HEAD}\n`), "表头下面没有交易记录"],
])("%s is refused in words", async (_name, bytes, msg) => {
  expect(await send("importData", bytes, { bankName: "甲" })).toMatchObject({ code: 500, msg });
});

test("a bank without a name, a mapping that is none", async () => {
  expect(await send("importData", csv(lineOf(1)), { bankName: " " })).toMatchObject({
    data: { bankName: "请填写银行名称" },
  });
  expect(await send("importData", csv(lineOf(1)), { bankName: "行".repeat(51) })).toMatchObject({
    data: { bankName: "银行名称最多 50 个字" },
  });
  const mapping = { columns: {}, amountForm: "magic" } as unknown as Mapping;
  expect(await send("importData", csv(lineOf(1)), { bankName: "甲", mapping })).toMatchObject({
    msg: "请重新选择各列的含义",
  });
});

test("20,000 lines go in within seconds; one more is refused", async () => {
  const lines = Array.from({ length: 20_000 }, (_, nth) => lineOf(nth));
  const began = performance.now();
  const data = await put(csv(...lines), { bankName: newBank() });
  const took = performance.now() - began;
  console.log(`20,000 lines: ${Math.round(took)} ms`);
  expect(data).toMatchObject({ addedCount: 20_000, problemCount: 0 });
  expect(took).toBeLessThan(15_000);
  const more = await send("importData", csv(...lines, lineOf(20_001), lineOf(20_002)), {
    bankName: "甲",
  });
  expect(more.msg).toMatch(/^一次最多导入\d+行/);
}, 60_000);

test("the list says what each import brought", async () => {
  const { body } = await it.call("GET", `${BASE}/list?pageSize=100&keyword=测试银行`, {
    token: clerk.token,
  });
  const [row] = body.rows as StatementRow[];
  expect(row).toMatchObject({
    bankName: "测试银行",
    fileName: "明细.csv",
    addedCount: 1,
    openCount: 1,
    doneCount: 0,
    amount: "1300.00",
    importedBy: clerk.userName,
  });
});

test("each permission opens its own call", async () => {
  const reader = await staffWith(it, "finance:statement:list");
  for (const path of ["importData", "importPreview"]) {
    expect((await send(path, csv(lineOf(1)), { token: reader.token })).code).toBe(403);
  }
  const importer = await staffWith(it, "finance:statement:import");
  expect((await it.call("GET", `${BASE}/list`, { token: importer.token })).body.code).toBe(403);
});
