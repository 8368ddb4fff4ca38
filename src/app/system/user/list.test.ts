import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readSheet } from "#src/server/workbook/excel-read.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { role, userRole } from "../role/table.server.ts";
import { user } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

const zhang = await it.as("staff", {
  userName: "zhanglan",
  nickName: "张岚",
  deptId: 104,
  phonenumber: "13900000001",
  email: "zhang@example.org",
  sex: "1",
  loginIp: "10.0.0.9",
  loginDate: new Date("2026-03-01T08:00:00+08:00"),
});
const li = await it.as("staff", { userName: "liwei", nickName: "=1+1", deptId: 108, status: "1" });
const member = await it.as("member", { userName: "u100001", phonenumber: "13900000003" });

type Rows = { code: number; msg: string; total: number; rows: Record<string, unknown>[] };
const list = async (query = "", bearer = token) =>
  (await it.call("GET", `/system/user/list${query}`, { token: bearer })).body as unknown as Rows;
const names = async (query: string, bearer = token) =>
  (await list(query, bearer)).rows.map((row) => row.userName);

/** Gives the role of somebody made by staffWith this data scope, and them a department. */
async function scoped(login: { userId: number }, dataScope: string, deptId: number | null) {
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, login.userId));
  await it.db
    .update(role)
    .set({ dataScope })
    .where(eq(role.roleId, held?.roleId ?? 0));
  await it.db.update(user).set({ deptId }).where(eq(user.userId, login.userId));
}

test("the list: staff and members, department, no password", async () => {
  const all = await list();
  expect(all).toMatchObject({ code: 200, msg: "查询成功", total: 4 });
  expect(all.rows.map((row) => row.userId)).toEqual([1, zhang.userId, li.userId, member.userId]);
  expect(all.rows[0]).toMatchObject({ userName: "admin", admin: true, dept: { deptId: 103 } });
  expect(all.rows[1]).toMatchObject({
    nickName: "张岚",
    phonenumber: "139****0001",
    email: "z***@example.org",
    status: "0",
    admin: false,
    dept: { deptId: 104, deptName: "会员部", leader: "" },
    loginDate: "2026-03-01 08:00:00",
  });
  expect(JSON.stringify(all)).not.toMatch(/password|argon2/);
});

test("the list: filters, a department with all below it, the day", async () => {
  expect(await names("?userName=zhang")).toEqual(["zhanglan"]);
  expect(await names("?phonenumber=0003")).toEqual(["u100001"]);
  expect(await names("?status=1")).toEqual(["liwei"]);
  expect(await names("?deptId=101")).toEqual(["admin", "zhanglan"]);
  expect(await names("?deptId=100")).toEqual(["admin", "zhanglan", "liwei"]);
  expect(await names("?deptId=999")).toEqual([]);
  expect((await list("?deptId=1%20or%201")).msg).toBe("编号格式不正确");
  expect(await names("?userName=%25")).toEqual([]);
  await it.db
    .update(user)
    .set({ createTime: new Date("2026-02-03T23:59:00+08:00") })
    .where(eq(user.userId, li.userId));
  expect(await names("?params[beginTime]=2026-02-03&params[endTime]=2026-02-03")).toEqual([
    "liwei",
  ]);
});

test("the order: by what is shown, never by what is not", async () => {
  expect(await names("?orderByColumn=userName&isAsc=descending")).toEqual([
    "zhanglan",
    "u100001",
    "liwei",
    "admin",
  ]);
  for (const secret of ["password", "delFlag", "user_name", "constructor"]) {
    expect((await list(`?orderByColumn=${secret}`)).msg).toBe("参数不符合规范，不能进行查询");
  }
  await it.db.update(user).set({ delFlag: "2" }).where(eq(user.userId, member.userId));
  expect(await names("?userName=u1")).toEqual([]);
  await it.db.update(user).set({ delFlag: "0" }).where(eq(user.userId, member.userId));
});

test("the data scope bounds list, tree and export", async () => {
  const clerk = await staffWith(it, "system:user:list", "system:user:export");
  await scoped(clerk, "4", 101);
  expect(await names("", clerk.token)).toEqual(["admin", "zhanglan", clerk.userName]);
  expect(await names("?deptId=108", clerk.token)).toEqual([]);
  const tree = await it.call("GET", "/system/user/deptTree", { token: clerk.token });
  expect(tree.body.data).toMatchObject([
    { id: 101, label: "秘书处", disabled: false, children: [{ id: 103 }, {}, {}, {}, {}] },
  ]);
  const whole = await it.call("GET", "/system/user/deptTree", { token });
  expect(whole.body.data).toMatchObject([{ id: 100, children: [{ id: 101 }, { id: 102 }] }]);
  const sheet = await exported(clerk.token);
  expect(sheet.map((cells) => cells[1])).toEqual(["登录名称", "admin", "zhanglan", clerk.userName]);
  await scoped(clerk, "5", 101);
  expect(await names("", clerk.token)).toEqual([clerk.userName]);
  await scoped(clerk, "3", null);
  expect(await names("", clerk.token)).toEqual([]);
  await it.db.delete(user).where(eq(user.userId, clerk.userId));
});

async function exported(bearer: string, form = "") {
  const answer = await it.app.inject({
    method: "POST",
    url: "/prod-api/system/user/export",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Bearer ${bearer}`,
    },
    payload: form,
  });
  expect(answer.headers["content-type"]).toContain("spreadsheetml");
  return (await readSheet(answer.rawPayload, 100)).map(({ cells }) => Array.from(cells));
}

test("the export: columns of the contract, filtered, formulas are text", async () => {
  const [head, chief, ...rows] = await exported(token, "pageNum=1&pageSize=1&deptId=100&");
  expect(head).toEqual([
    "用户序号",
    "登录名称",
    "用户名称",
    "用户邮箱",
    "手机号码",
    "用户性别",
    "账号状态",
    "最后登录IP",
    "最后登录时间",
    "部门名称",
    "部门负责人",
  ]);
  expect(chief?.[1]).toBe("admin");
  expect(rows[0]).toEqual([
    String(zhang.userId),
    "zhanglan",
    "张岚",
    "zhang@example.org",
    "13900000001",
    "女",
    "正常",
    "10.0.0.9",
    "2026-03-01 08:00:00",
    "会员部",
  ]);
  expect(rows[1]?.[2]).toBe("\t=1+1");
  expect(rows).toHaveLength(2);
  const old = await it.call("GET", "/system/user/export?status=1", { token });
  expect(old.body).toMatchObject({ code: 200, msg: expect.stringMatching(/_用户数据\.xlsx$/) });
});

test("each call needs its permission", async () => {
  const reader = await staffWith(it, "system:user:query");
  for (const [method, url] of [
    ["GET", "/system/user/list"],
    ["GET", "/system/user/deptTree"],
    ["POST", "/system/user/export"],
    ["GET", "/system/user/export"],
  ] as const) {
    expect((await it.call(method, url, { token: reader.token })).body.code).toBe(403);
    expect((await it.call(method, url, { token: member.token })).body.code).toBe(403);
    expect((await it.call(method, url)).body.code).toBe(401);
  }
});
