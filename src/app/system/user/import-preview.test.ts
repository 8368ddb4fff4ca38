import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { toXlsx } from "#src/server/workbook/excel.ts";
import { readSheet } from "#src/server/workbook/excel-read.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { staffWith } from "#src/test/rights.ts";
import { book, sheet } from "#src/test/workbooks.ts";
import { role, userRole } from "../role/table.server.ts";
import { user } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

const HEADERS = [
  "部门编号",
  "登录名称",
  "用户名称",
  "用户邮箱",
  "手机号码",
  "用户性别",
  "账号状态",
];

const sheetOf = (rows: (string | number)[][]) =>
  toXlsx(
    "用户数据",
    HEADERS.map((header, index) => [header, String(index)] as const),
    rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [String(index), cell]))),
  );

type Options = { updates?: boolean; validOnly?: boolean; bearer?: string; name?: string };
const urlOf = (call: string, { updates = false, validOnly = false }: Options) =>
  `/system/user/${call}?updateSupport=${updates ? 1 : 0}${validOnly ? "&validOnly=1" : ""}`;
const send = (call: string, bytes: Buffer, options: Options = {}) =>
  upload(
    it,
    urlOf(call, options),
    [{ field: "file", name: options.name ?? "用户.xlsx", bytes }],
    options.bearer === "" ? {} : { token: options.bearer ?? token },
  );
const preview = async (bytes: Buffer, options: Options = {}) =>
  (await send("importPreview", bytes, options)).data as { rows: { number: number }[] };

/** The workbook that a call answers. */
async function fetchErrors(bytes: Buffer, options: Options = {}): Promise<Buffer> {
  const form = new FormData();
  form.append("file", new File([Buffer.from(bytes)], "用户.xlsx"));
  const encoded = new Response(form);
  const answer = await it.app.inject({
    method: "POST",
    url: `/prod-api${urlOf("importErrors", options)}`,
    headers: {
      "content-type": encoded.headers.get("content-type") ?? "",
      authorization: `Bearer ${options.bearer ?? token}`,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  expect(answer.headers["content-disposition"]).toContain(encodeURIComponent("用户导入错误行"));
  return answer.rawPayload;
}

const counted = async (table: string) =>
  (await it.db.execute(sql`select count(*)::int n from ${sql.identifier(table)}`)).rows[0]?.n;

const PEOPLE = [
  [103, "heqing", "何青", "he@example.org", 13900003001, "女", "停用"],
  ["", "luyao", "路遥", "", "", "", ""],
  [999, "nodept", "无部", "", "", "0", "1"],
  ["", "Heqing", "重复", "", "", "", ""],
  [104, "there", "改名", "", "", "", ""],
  ["", "@sum", "=1+1", "", 139, "-", "+"],
];

test("a preview says what would become of each row, in words, and writes nothing", async () => {
  await it.as("staff", { userName: "there", phonenumber: "13900003002", sex: "1" });
  const bytes = await sheetOf(PEOPLE);
  const before = [await counted("sys_user"), await counted("sys_oper_log")];
  const shown = await preview(bytes, { updates: true });
  const none = { deptName: "", phonenumber: "", sex: "", status: "" };
  expect(shown).toEqual({
    total: 6,
    added: 2,
    updated: 1,
    failed: 3,
    rows: [
      {
        ...none,
        number: 4,
        userName: "nodept",
        nickName: "无部",
        deptName: "999",
        sex: "男",
        status: "停用",
        action: "错误",
        problem: "部门编号999不存在",
      },
      {
        ...none,
        number: 5,
        userName: "Heqing",
        nickName: "重复",
        action: "错误",
        problem: "账号在文件中重复",
      },
      {
        ...none,
        number: 7,
        userName: "@sum",
        nickName: "=1+1",
        phonenumber: "139",
        sex: "-",
        status: "+",
        action: "错误",
        problem: "请输入正确的11位手机号码",
      },
      {
        number: 2,
        userName: "heqing",
        nickName: "何青",
        deptName: "学术部",
        phonenumber: "13900003001",
        sex: "女",
        status: "停用",
        action: "新增",
        problem: null,
      },
      {
        ...none,
        number: 3,
        userName: "luyao",
        nickName: "路遥",
        sex: "未知",
        status: "正常",
        action: "新增",
        problem: null,
      },
      {
        number: 6,
        userName: "there",
        nickName: "改名",
        deptName: "会员部",
        phonenumber: "13900003002",
        sex: "女",
        status: "正常",
        action: "更新",
        problem: null,
      },
    ],
  });
  expect([await counted("sys_user"), await counted("sys_oper_log")]).toEqual(before);
  const without = await preview(await sheetOf([["", "there", "", "", "", "", ""]]));
  expect(without).toMatchObject({ updated: 0, failed: 1, rows: [{ problem: "账号已存在" }] });
});

test("wrong rows come as a workbook of the template's columns, which is mended and sent again", async () => {
  const bytes = await sheetOf(PEOPLE);
  const file = await fetchErrors(bytes, { updates: true });
  const rows = await readSheet(file, 10);
  expect(rows.map(({ cells }) => Array.from(cells, (cell) => cell ?? ""))).toEqual([
    [...HEADERS, "错误原因"],
    ["999", "nodept", "无部", "", "", "0", "1", "部门编号999不存在"],
    ["", "Heqing", "重复", "", "", "", "", "账号在文件中重复"],
    // A leading tab: no spreadsheet takes them for formulas.
    ["", "\t@sum", "\t=1+1", "", "139", "\t-", "\t+", "请输入正确的11位手机号码"],
  ]);
  // As it is, it is refused for the same reasons.
  expect((await preview(file, { updates: true })).rows).toMatchObject([
    { problem: "部门编号999不存在" },
    { userName: "@sum", nickName: "=1+1", problem: "请输入正确的11位手机号码" },
    { userName: "Heqing", action: "新增" },
  ]);
  const mended = rows.map(({ cells }) => [...cells]);
  for (const [row, column, value] of [
    [1, 0, "103"],
    [2, 1, "heqing2"],
    [3, 4, "13900003009"],
    [3, 5, "男"],
    [3, 6, "正常"],
  ] as const) {
    const cells = mended[row];
    if (cells) cells[column] = value;
  }
  const again = book(
    sheet(
      mended
        .map(
          (cells) =>
            `<row>${Array.from(cells, (cell) => `<c t="str"><v>${cell ?? ""}</v></c>`).join("")}</row>`,
        )
        .join(""),
    ),
  );
  expect(await preview(again)).toMatchObject({ added: 3, failed: 0 });
  expect((await send("importData", again)).code).toBe(200);
  const [kept] = await it.db.select().from(user).where(eq(user.userName, "@sum"));
  expect(kept).toMatchObject({ nickName: "=1+1", phonenumber: "13900003009", sex: "0" });
  const all = await send("importErrors", await sheetOf([["", "quite-good", "好", "", "", "", ""]]));
  expect(all).toEqual({ code: 500, msg: "没有需要改正的行" });
});

test("the good rows alone go in where that was wished; the contract's import stays all or none", async () => {
  const bytes = await sheetOf([
    ["", "part1", "甲", "", "", "", ""],
    [999, "part2", "乙", "", "", "", ""],
  ]);
  expect((await send("importData", bytes)).msg).toBe(
    "很抱歉，导入失败！共 1 条数据格式不正确，错误如下：<br/>1、账号 part2 导入失败：部门编号999不存在（第 3 行）<br/>没有写入任何数据，请改正后重新导入。",
  );
  expect(await send("importData", bytes, { validOnly: true })).toEqual({
    code: 200,
    msg: "已导入 1 条数据，另有 1 条有问题，没有导入：<br/>1、账号 part2 导入失败：部门编号999不存在（第 3 行）",
  });
  expect(await it.db.select().from(user).where(eq(user.userName, "part1"))).toHaveLength(1);
  // Nothing is left to be written: a failure as ever.
  expect((await send("importData", bytes, { validOnly: true })).msg).toMatch(
    /^很抱歉，导入失败！共 2 条/,
  );
});

test("who may import may look, others may not; the data scope holds, and hides names", async () => {
  const bytes = await sheetOf([
    [108, "afar", "远", "", "", "", ""],
    [103, "nearby", "近", "", "", "", ""],
    ["", "faraway", "改", "", "", "", ""],
  ]);
  const reader = await staffWith(it, "system:user:list");
  for (const call of ["importPreview", "importErrors"]) {
    expect((await send(call, bytes, { bearer: "" })).code).toBe(401);
    expect((await send(call, bytes, { bearer: reader.token })).code).toBe(403);
  }
  const clerk = await staffWith(it, "system:user:import");
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, clerk.userId));
  await it.db
    .update(role)
    .set({ dataScope: "4" })
    .where(eq(role.roleId, held?.roleId ?? 0));
  await it.db.update(user).set({ deptId: 101 }).where(eq(user.userId, clerk.userId));
  await it.as("staff", { userName: "faraway", deptId: 108, phonenumber: "13900003008" });
  expect(await preview(bytes, { bearer: clerk.token, updates: true })).toMatchObject({
    added: 1,
    failed: 2,
    rows: [
      { userName: "afar", deptName: "108", problem: "没有权限访问部门数据！" },
      { userName: "faraway", phonenumber: "", problem: "没有权限访问用户数据！" },
      { userName: "nearby", deptName: "学术部", problem: null },
    ],
  });
  const rows = await readSheet(await fetchErrors(bytes, { bearer: clerk.token, updates: true }), 9);
  expect(rows.slice(1).map(({ cells }) => cells[1])).toEqual(["afar", "faraway"]);
});

test("what is no workbook, empty, too large or of another shape is refused as by the import", async () => {
  for (const call of ["importPreview", "importErrors"]) {
    const msg = async (bytes: Buffer, name?: string) =>
      (await send(call, bytes, name ? { name } : {})).msg;
    expect((await upload(it, `/system/user/${call}`, [], { token })).msg).toBe("上传的文件为空");
    expect((await it.call("POST", `/system/user/${call}`, { token })).body.msg).toBe(
      "上传的文件为空",
    );
    expect(await msg(Buffer.from("a,b"), "a.csv")).toBe("文件格式不正确, 请上传xls/xlsx格式文件!");
    expect(await msg(Buffer.from("a,b"))).toMatch(/^文件不是有效的Excel工作簿/);
    expect(await msg(await sheetOf([]))).toBe("导入用户数据不能为空！");
    expect(await msg(book(sheet('<row r="3"><c><f>1+1</f><v>2</v></c></row>')))).toBe(
      "第3行有公式，请改为文字或数字后再导入",
    );
  }
});

test("only the first hundred rows are shown, wrong ones among them first", async () => {
  const rows = Array.from({ length: 150 }, (_, n) => [n > 140 ? 999 : 103, `row${n}`, "人"]);
  const shown = await preview(await sheetOf(rows));
  expect(shown).toMatchObject({ total: 150, added: 141, failed: 9 });
  const numbers = shown.rows.map(({ number }) => number);
  expect(numbers).toHaveLength(100);
  expect(numbers.slice(0, 10)).toEqual([143, 144, 145, 146, 147, 148, 149, 150, 151, 2]);
});

test("a hostile workbook is refused while others are served", async () => {
  const cells = HEADERS.map((_, n) => `<c t="inlineStr"><is><t>${n}</t></is></c>`).join("");
  const row = `<row>${cells}</row>`;
  const hostile = [
    [book(sheet("<row><c><v>1</v></c></row>".repeat(100_000))), /^一次最多导入5000行/],
    [book(sheet(row.repeat(100_000))), /^工作簿的内容过多/],
    [book(`<row><c t="inlineStr"><t>${"&#38;".repeat(2_400_000)}</t></c></row>`), /^工作/],
  ] as const;
  for (const [bytes, refusal] of hostile) {
    let isOver = false;
    const answer = send("importPreview", bytes).finally(() => {
      isOver = true;
    });
    let slowest = 0;
    const from = performance.now();
    while (!isOver) {
      const begun = performance.now();
      expect((await it.call("GET", "/health/ready")).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await answer).msg).toMatch(refusal);
    // A process that read the workbook itself would answer only when it is over.
    expect(slowest).toBeLessThan(Math.max(1_000, (performance.now() - from) / 2));
  }
});
