import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { toXlsx } from "#src/server/workbook/excel.ts";
import { readSheet } from "#src/server/workbook/excel-read.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { staffWith } from "#src/test/rights.ts";
import { operLog } from "../../monitor/operlog/table.server.ts";
import { user } from "./table.server.ts";

const it = await startApp();
const PHONE = "13955557777";
const MAIL = "zhang.lan@example.org";
const VERBS = ["list", "query", "export", "edit", "import"].map((verb) => `system:user:${verb}`);

const person = await it.as("staff", { userName: "zhanglan", phonenumber: PHONE, email: MAIL });
const keeper = await staffWith(it, ...VERBS);
const reader = await staffWith(it, "system:user:list", "system:user:query");
const revealer = await staffWith(it, ...VERBS, "system:user:reveal");
const get = async (token: string, url: string) =>
  (await it.call("GET", `/system/user${url}`, { token })).body;
const rowNow = async () =>
  (await it.db.select().from(user).where(eq(user.userId, person.userId)))[0];
const sheetOf = async (token: string) => {
  const answer = await it.app.inject({
    method: "POST",
    url: "/prod-api/system/user/export",
    headers: { authorization: `Bearer ${token}` },
  });
  return JSON.stringify((await readSheet(answer.rawPayload, 100)).map(({ cells }) => cells));
};
const looks = () => it.db.select().from(operLog).where(eq(operLog.businessType, 0));

test("lists show enough of a number to tell people apart, files too unless one may see more", async () => {
  for (const { token } of [keeper, revealer]) {
    const { rows } = await get(token, "/list?userName=zhanglan");
    expect(rows).toMatchObject([{ phonenumber: "139****7777", email: "z***@example.org" }]);
  }
  const roles = await get(keeper.token, `/authRole/${person.userId}`);
  expect(JSON.stringify(roles)).not.toContain(PHONE);
  expect(await sheetOf(keeper.token)).not.toMatch(/13955557777|zhang\.lan/);
  expect(await sheetOf(keeper.token)).toContain("139****7777");
  expect(await sheetOf(revealer.token)).toContain(PHONE);
});

test("a filter or an order tells no more of a number than the list", async () => {
  const total = async (token: string, phone: string) =>
    (await get(token, `/list?phonenumber=${phone}`)).total;
  for (const known of ["139", "7777", "77", PHONE])
    expect(await total(keeper.token, known)).toBe(1);
  for (const probe of ["5555", "9555", "13955", "57777"]) {
    expect(await total(keeper.token, probe), probe).toBe(0);
    expect(await total(revealer.token, probe), probe).toBe(1);
  }
  const order = await get(keeper.token, "/list?orderByColumn=phonenumber&isAsc=asc");
  expect(order.code).toBe(500);
});

const look = (token: string, body: object) =>
  it.call("POST", "/system/user/reveal", { token, body });

test("one look shows one value, and leaves one row with the reason and without the value", async () => {
  const reason = "核对王老师的联系电话13900008888";
  const asked = { id: person.userId, field: "phonenumber", reason };
  expect((await look(keeper.token, asked)).body.code).toBe(403);
  expect((await look(revealer.token, { ...asked, id: 987654 })).body.code).toBe(404);
  const before = (await looks()).length;
  expect((await look(revealer.token, asked)).body.data).toEqual({ revealed: PHONE });
  const mail = await look(revealer.token, { ...asked, field: "email" });
  expect(mail.body.data).toEqual({ revealed: MAIL });
  const rows = await looks();
  expect(rows).toHaveLength(before + 2);
  expect(rows[before]).toMatchObject({
    title: "用户管理",
    operName: revealer.userName,
    operUrl: "/system/user/reveal",
    status: 0,
  });
  expect(JSON.parse(rows[before]?.operParam ?? "")).toEqual({
    id: person.userId,
    field: "phonenumber",
    reason: "核对王老师的联系电话139****8888",
  });
  expect(JSON.stringify(rows)).not.toMatch(/13955557777|zhang\.lan|revealed|z\*\*\*@/);
});

test("without a reason, or for what is no masked field, nothing is shown", async () => {
  const asked = { id: person.userId, field: "phonenumber", reason: "核对联系电话" };
  for (const reason of ["", "    ", "电话", "\u200b".repeat(9), "长".repeat(201)]) {
    const { body } = await look(revealer.token, { ...asked, reason });
    expect([body.code, body.data]).toEqual([500, { reason: "请填写查看原因，5-200个字" }]);
  }
  for (const field of ["password", "", "constructor", "userName"]) {
    const { body } = await look(revealer.token, { ...asked, field });
    expect([body.code, body.data]).toEqual([500, { field: "可以查看的内容是手机号码、邮箱" }]);
  }
  expect((await look(revealer.token, { ...asked, id: "x" })).body.code).toBe(500);
  const { reason: _none, ...bare } = asked;
  expect((await look(revealer.token, bare)).body.msg).toBe("请填写查看原因，5-200个字");
});

test("the form is whole for who can save it, with a row; masked for others; no mask is ever saved", async () => {
  const before = (await looks()).length;
  const form = await get(reader.token, `/${person.userId}`);
  expect(form.data).toMatchObject({ phonenumber: "139****7777", email: "z***@example.org" });
  expect(await looks()).toHaveLength(before);
  const whole = await get(keeper.token, `/${person.userId}`);
  expect(whole.data).toMatchObject({ phonenumber: PHONE, email: MAIL });
  expect(await looks()).toHaveLength(before + 1);

  // A client sends back the value it was shown, masked or whole.
  for (const shown of [form.data, whole.data]) {
    const body = { ...(shown as object), remark: "改" };
    const answer = await it.call("PUT", "/system/user", { token: keeper.token, body });
    expect(answer.body.code).toBe(200);
    expect(await rowNow()).toMatchObject({ phonenumber: PHONE, email: MAIL, remark: "改" });
  }
  const other = { userId: person.userId, phonenumber: "139****8888" };
  const wrong = await it.call("PUT", "/system/user", { token: keeper.token, body: other });
  expect(wrong.body.code).toBe(500);

  // The exported file, imported again.
  const columns = "部门编号 登录名称 用户名称 用户邮箱 手机号码 用户性别 账号状态"
    .split(" ")
    .map((header, at) => [header, String(at)] as const);
  const line = { 1: "zhanglan", 2: "张岚岚", 3: "z***@example.org", 4: "139****7777" };
  const answer = await upload(
    it,
    "/system/user/importData?updateSupport=1",
    [{ field: "file", name: "用户.xlsx", bytes: await toXlsx("用户数据", columns, [line]) }],
    { token: keeper.token },
  );
  expect(answer.code).toBe(200);
  expect(await rowNow()).toMatchObject({ phonenumber: PHONE, email: MAIL, nickName: "张岚岚" });
});
