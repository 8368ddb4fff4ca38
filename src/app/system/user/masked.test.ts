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

test("one look shows one number, and leaves one row without it", async () => {
  const url = `/reveal/${person.userId}`;
  expect((await get(keeper.token, url)).code).toBe(403);
  expect((await get(revealer.token, "/reveal/987654")).code).toBe(404);
  const before = (await looks()).length;
  expect((await get(revealer.token, url)).data).toEqual({ phonenumber: PHONE, email: MAIL });
  const rows = await looks();
  expect(rows).toHaveLength(before + 1);
  expect(rows.at(-1)).toMatchObject({
    title: "用户管理",
    operName: revealer.userName,
    operUrl: `/system/user${url}`,
    status: 0,
  });
  expect(JSON.stringify(rows)).not.toMatch(/13955557777|zhang\.lan/);
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
