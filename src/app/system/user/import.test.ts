import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { verifyPassword } from "#src/server/secrets/password.ts";
import { toXlsx } from "#src/server/workbook/excel.ts";
import { readSheet } from "#src/server/workbook/excel-read.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { staffWith } from "#src/test/rights.ts";
import { book, sheet, zipOf } from "#src/test/workbooks.ts";
import { readSetting } from "../config/service.server.ts";
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
const FAILED = "很抱歉，导入失败！共";

const sheetOf = (rows: (string | number)[][], headers = HEADERS) =>
  toXlsx(
    "用户数据",
    headers.map((header, index) => [header, String(index)] as const),
    rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [String(index), cell]))),
  );
const send = (bytes: Buffer, { updates = false, bearer = token, name = "用户.xlsx" } = {}) =>
  upload(
    it,
    `/system/user/importData?updateSupport=${updates ? 1 : 0}`,
    [{ field: "file", name, bytes }],
    { token: bearer },
  );
const rowOf = async (userName: string) =>
  (
    await it.db
      .select()
      .from(user)
      .where(and(eq(user.userName, userName), eq(user.delFlag, "0")))
  )[0];

test("the template has the contract's columns and no rows", async () => {
  const { token: anyStaff } = await it.as("staff");
  const answer = await it.app.inject({
    method: "POST",
    url: "/prod-api/system/user/importTemplate",
    headers: { authorization: `Bearer ${anyStaff}` },
  });
  expect(await readSheet(answer.rawPayload, 10)).toEqual([{ number: 1, cells: HEADERS }]);
  const member = await it.as("member");
  const refused = await it.call("POST", "/system/user/importTemplate", { token: member.token });
  expect(refused.body.code).toBe(403);
});

test("new people come in with the initial password, and are asked to change it", async () => {
  const bytes = await sheetOf([
    [103, "heqing", "何青", "He@Example.org", 13900002001, "女", "正常"],
    ["", "luyao", "路&遥", "", "", "", ""],
  ]);
  expect(await send(bytes)).toEqual({
    code: 200,
    msg: "恭喜您，数据已全部导入成功！共 2 条，数据如下：<br/>1、账号 heqing 导入成功<br/>2、账号 luyao 导入成功",
  });
  const row = await rowOf("heqing");
  expect(row).toMatchObject({
    deptId: 103,
    nickName: "何青",
    email: "he@example.org",
    phonenumber: "13900002001",
    sex: "1",
    status: "0",
    userType: "00",
    createBy: "admin",
    pwdUpdateDate: null,
  });
  const initial = await readSetting(it.db, "sys.user.initPassword");
  expect(await verifyPassword(initial ?? "", row?.password)).toBe(true);
  expect(await rowOf("luyao")).toMatchObject({ deptId: null, sex: "2", nickName: "路&遥" });
});

test("who is there is refused, or updated where that was wished; empty cells change nothing", async () => {
  const bytes = await sheetOf([[104, "HeQing", "何青青", "", "", "", "停用"]]);
  const refused = await send(bytes);
  expect(refused).toEqual({
    code: 500,
    msg: `${FAILED} 1 条数据格式不正确，错误如下：<br/>1、账号 HeQing 已存在（第 2 行）<br/>没有写入任何数据，请改正后重新导入。`,
  });
  const { userId = 0 } = (await rowOf("heqing")) ?? {};
  const before = await rowOf("heqing");
  const updated = await send(bytes, { updates: true });
  expect(updated.msg).toContain("1、账号 heqing 更新成功");
  expect(await rowOf("heqing")).toMatchObject({
    userId,
    deptId: 104,
    nickName: "何青青",
    phonenumber: "13900002001",
    sex: "1",
    status: "1",
    password: before?.password,
    updateBy: "admin",
  });
});

test("disabling by an import ends the sessions at once", async () => {
  const login = await it.as("staff", { userName: "leaving" });
  await send(await sheetOf([["", "leaving", "离开", "", "", "", "停用"]]), { updates: true });
  expect((await it.call("GET", "/getInfo", { token: login.token })).body.code).toBe(401);
});

test("one wrong row and nothing is written; each is named with its number, as text", async () => {
  await it.as("staff", { userName: "owner", phonenumber: "13900002002", email: "o@example.org" });
  const answer = await send(
    await sheetOf([
      ["", "good", "好人", "", "", "男", "正常"],
      ["", "", "无名", "", "", "", ""],
      ["", "<img src=x onerror=alert(1)>", "坏", "", "", "", ""],
      [999, "dept", "部门", "", "", "", ""],
      ["", "words", "词", "", "", "男性", "正常"],
      ["", "phone1", "号", "", 13900002002, "", ""],
      ["", "mail1", "邮", "O@example.org", "", "", ""],
      ["", "twice", "甲", "t@example.org", 13900002003, "", ""],
      ["", "Twice", "乙", "", "", "", ""],
      ["", "third", "丙", "T@example.org", "", "", ""],
      ["", "admin", "管", "", "", "", ""],
    ]),
    { updates: true },
  );
  expect(answer.code).toBe(500);
  expect(answer.msg.split("<br/>")).toEqual([
    `${FAILED} 9 条数据格式不正确，错误如下：`,
    "1、账号  导入失败：用户账号不能为空（第 3 行）",
    "2、账号 &#60;img src=x onerror=alert(1)&#62; 导入失败：用户账号不能包含脚本字符（第 4 行）",
    "3、账号 dept 导入失败：部门编号999不存在（第 5 行）",
    "4、账号 words 导入失败：用户性别不正确（第 6 行）",
    "5、账号 phone1 导入失败：手机号码已存在（第 7 行）",
    "6、账号 mail1 导入失败：邮箱账号已存在（第 8 行）",
    "7、账号 Twice 在文件中重复（第 10 行）",
    "8、账号 third 导入失败：邮箱账号在文件中重复（第 11 行）",
    "9、账号 admin 导入失败：不允许操作超级管理员用户（第 12 行）",
    "没有写入任何数据，请改正后重新导入。",
  ]);
  expect(await rowOf("good")).toBeUndefined();
});

test("the data scope of the one who imports holds for every row", async () => {
  const clerk = await staffWith(it, "system:user:import");
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, clerk.userId));
  await it.db
    .update(role)
    .set({ dataScope: "4" })
    .where(eq(role.roleId, held?.roleId ?? 0));
  await it.db.update(user).set({ deptId: 101 }).where(eq(user.userId, clerk.userId));
  await it.as("staff", { userName: "far", deptId: 108 });
  const answer = await send(
    await sheetOf([
      [103, "near", "近", "", "", "", ""],
      [108, "away", "远", "", "", "", ""],
      ["", "none", "无", "", "", "", ""],
      ["", "far", "改", "", "", "", ""],
      ["", clerk.userName, "自己", "", "", "", "停用"],
    ]),
    { bearer: clerk.token, updates: true },
  );
  expect(answer.msg.split("<br/>").slice(1, -1)).toEqual([
    "1、账号 away 导入失败：没有权限访问部门数据！（第 3 行）",
    "2、账号 none 导入失败：部门编号不能为空（第 4 行）",
    "3、账号 far 导入失败：没有权限访问用户数据！（第 5 行）",
    `4、账号 ${clerk.userName} 导入失败：当前用户不能停用（第 6 行）`,
  ]);
  const reader = await staffWith(it, "system:user:list");
  expect((await send(await sheetOf([]), { bearer: reader.token })).code).toBe(403);
  expect((await upload(it, "/system/user/importData", [])).code).toBe(401);
});

test("thousands of rows within seconds, more are refused", async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => [103, `many${n}`, "多", "", "", "", ""]);
  const begun = performance.now();
  expect((await send(await sheetOf(rows(5_000)))).code).toBe(200);
  expect(performance.now() - begun).toBeLessThan(10_000);
  const [counted] = (
    await it.db.execute(sql`select count(*)::int from sys_user
    where user_name like 'many%'`)
  ).rows;
  expect(counted).toEqual({ count: 5_000 });
  expect((await send(await sheetOf(rows(5_001)))).msg).toMatch(/^一次最多导入5000行/);
});

describe("workbooks of other programs, and what is none", () => {
  test("shared, inline and rich texts, numbers, holes, prefixes", async () => {
    const rows = await readSheet(
      book(
        sheet(
          '<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c></x:row>' +
            '<row/><row r="5"><c r="B5"><v>1.3900002001E10</v></c><c t="inlineStr"><is><t>a&lt;b&#x4E2D;&bad;</t></is></c><c r="AB5" t="b"><v>1</v></c><c r="ZZ5"><v>9</v></c></row>' +
            '<row r="6"><c r="A6" t="str"><v> </v></c></row>',
        ),
      ),
      10,
    );
    expect(rows).toEqual([
      { number: 2, cells: ["登录名称", undefined, "何&\r青"] },
      {
        number: 5,
        cells: Object.assign([], { 1: "13900002001", 2: "a<b中&bad;", 27: "TRUE" }),
      },
    ]);
  });

  const NONE = "文件不是有效的Excel工作簿，请使用下载的模板填写后再导入";
  test("is refused in words, nothing is written", async () => {
    const good = await sheetOf([["", "hostile", "敌", "", "", "", ""]]);
    const msg = async (bytes: Buffer, name?: string) =>
      (await send(bytes, name ? { name } : {})).msg;
    expect(await msg(good, "用户.csv")).toBe("文件格式不正确, 请上传xls/xlsx格式文件!");
    expect(await msg(Buffer.from("a,b\n1,2"))).toBe(NONE);
    expect(await msg(good.subarray(0, good.length - 30))).toBe(NONE);
    expect(await msg(Buffer.concat([Buffer.from("d0cf11e0", "hex"), good]), "a.xls")).toMatch(
      /^不支持旧版xls格式/,
    );
    expect(await msg(Buffer.alloc(0))).toBe("上传的文件为空");
    expect(await msg(Buffer.alloc(6 * 1024 * 1024))).toMatch(/^上传的文件大小超出限制/);
    expect(await msg(zipOf([{ name: "a.txt", text: "x" }]))).toBe(NONE);
    expect(await msg(await sheetOf([]))).toBe("导入用户数据不能为空！");
    expect(await msg(await sheetOf([["x"]], ["登录名称", "其他"]))).toBe(
      "工作表第一行缺少“部门编号”、“用户名称”、“用户邮箱”、“手机号码”、“用户性别”、“账号状态”列，请使用下载的模板",
    );
    const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
    expect(await msg(book(entity + sheet("<row><c><v>1</v></c></row>")))).toBe(NONE);
    expect(await msg(book(sheet('<row r="3"><c><f>1+1</f><v>2</v></c></row>')))).toBe(
      "第3行有公式，请改为文字或数字后再导入",
    );
    const bomb = Buffer.alloc(60 * 1024 * 1024, 0x20);
    const LARGE = "工作簿的内容过多，请拆分成几个文件后再导入";
    expect(await msg(book(bomb))).toBe(LARGE);
    // A directory that lies about the size.
    const lying = { name: "xl/worksheets/a.xml", text: bomb, size: 10 };
    expect(await msg(book("", { sheet: lying }))).toBe(LARGE);
    expect(await msg(book(Buffer.from([0x3c, 0xff, 0xfe])))).toBe(NONE);
    expect(await rowOf("hostile")).toBeUndefined();
    // Two workbooks of 60 MB are packed for it.
  }, 60_000);
});
