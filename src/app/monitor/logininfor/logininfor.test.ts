import { desc, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { nextAddress, withoutCaptcha } from "#src/test/accounts.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { operLog } from "../operlog/table.server.ts";
import { loginLog } from "./table.server.ts";

const it = await startApp({ CAPTCHA_ENABLED: "false" });
const { token } = await it.as("admin");
await withoutCaptcha(it);

type Body = { code: number; msg: string; total: number; rows: Record<string, unknown>[] };
const call = (method: string, url: string) =>
  it.call(method, `/monitor/logininfor${url}`, { token });
const list = async (query = "") => (await call("GET", `/list${query}`)).body as unknown as Body;
const logIn = (username: string, password: string, ip = nextAddress()) =>
  it.call("POST", "/login", { body: { username, password }, ip });

test("the list: each attempt, newest first, filters, moments, order", async () => {
  const { userName, password } = await it.as("staff");
  await logIn(userName, password, "10.9.8.7");
  await logIn("nobodyknown", "x".repeat(12), "203.0.113.7");
  const all = await list();
  expect(all).toMatchObject({ code: 200, msg: "查询成功" });
  expect(all.rows[0]).toMatchObject({
    userName: "nobodyknown",
    status: "1",
    ipaddr: "203.0.113.7",
    loginLocation: "XX XX",
    msg: "用户不存在/密码错误",
  });
  expect(all.rows[1]).toMatchObject({
    userName,
    status: "0",
    loginLocation: "内网IP",
    msg: "登录成功",
  });
  expect(all.rows[0]?.loginTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const names = async (query: string) => (await list(query)).rows.map((row) => row.userName);
  expect(await names("?status=1")).toEqual(["nobodyknown"]);
  expect(await names("?ipaddr=10.9")).toEqual([userName]);
  expect(await names("?userName=knOwn")).toEqual(["nobodyknown"]);
  expect(await names("?orderByColumn=userName&isAsc=ascending")).toEqual(
    ["nobodyknown", userName].sort(),
  );
  expect(
    await names("?params[beginTime]=2020-01-01+00:00:00&params[endTime]=2020-12-31+23:59:59"),
  ).toEqual([]);
  expect(await list("?orderByColumn=password")).toMatchObject({
    code: 500,
    msg: "参数不符合规范，不能进行查询",
  });
});

test("unlock opens the lock of a name, or of the phone's owner, and is written down", async () => {
  const { userName, password } = await it.as("staff", { phonenumber: "13900000077" });
  const locked = "密码输入错误5次，帐户锁定10分钟";
  for (const typed of [userName, "13900000077"]) {
    for (let count = 0; count < 5; count++) await logIn(userName, "wrong-password");
    expect((await logIn(userName, password)).body.msg).toBe(locked);
    expect((await call("GET", `/unlock/${typed}`)).body).toMatchObject({ code: 200 });
    expect((await logIn(userName, password)).body.code).toBe(200);
  }
  const read = () =>
    it.db
      .select()
      .from(operLog)
      .where(like(operLog.operUrl, "/monitor/logininfor/unlock/%"))
      .orderBy(desc(operLog.operId));
  await expect.poll(async () => (await read()).length).toBe(2);
  expect((await read())[0]).toMatchObject({
    title: "账户解锁",
    businessType: 0,
    operUrl: "/monitor/logininfor/unlock/139****0077",
    operParam: '{"userName":"139****0077"}',
  });
  // A name of nobody, and one that no table could hold.
  for (const odd of ["nobody-at-all", "%E4%BC%9A%00%27", "x".repeat(300)]) {
    expect((await call("GET", `/unlock/${odd}`)).body.code).toBe(200);
  }
});

test("deleting and clearing empty the list and keep the rows", async () => {
  const { rows, total } = await list("?pageSize=3");
  const ids = rows.map((row) => row.infoId).join(",");
  expect((await call("DELETE", `/${ids},4000000000`)).body.code).toBe(200);
  expect((await list()).total).toBe(total - 3);
  expect((await call("DELETE", `/${ids}`)).body.code).toBe(404);
  for (const bad of ["abc", "-1", "1,,2"]) {
    expect((await call("DELETE", `/${bad}`)).body.msg).toBe("编号格式不正确");
  }
  expect((await call("DELETE", "/9007199254740992")).body.code).toBe(404);
  const many = Array.from({ length: 500 }, (_, index) => index + 1).join(",");
  expect((await call("DELETE", `/${many}`)).body.code).toBe(200);

  await logIn("afterwards", "x".repeat(12));
  expect((await list()).total).toBe(1);
  expect((await call("DELETE", "/clean")).body.code).toBe(200);
  expect(await list()).toMatchObject({ code: 200, total: 0, rows: [] });
  expect(await it.db.$count(loginLog, eq(loginLog.userName, "afterwards"))).toBe(1);
});

test("each verb needs its own permission", async () => {
  const codes = async (caller: string) => {
    const code = async (method: string, url: string) => {
      const answer = await it.call(method, `/monitor/logininfor${url}`, { token: caller });
      return String(answer.headers["content-type"]).includes("sheet") ? 200 : answer.body.code;
    };
    return [
      await code("GET", "/list"),
      await code("DELETE", "/999999999"),
      await code("DELETE", "/clean"),
      await code("GET", "/unlock/nobody"),
      await code("POST", "/export"),
      await code("GET", "/export"),
    ];
  };
  const reader = await staffWith(it, "monitor:logininfor:list");
  expect(await codes(reader.token)).toEqual([200, 403, 403, 403, 403, 403]);
  const keeper = await staffWith(it, "monitor:logininfor:remove", "monitor:logininfor:export");
  expect(await codes(keeper.token)).toEqual([403, 404, 200, 403, 200, 200]);
  const opener = await staffWith(it, "monitor:logininfor:unlock");
  expect(await codes(opener.token)).toEqual([403, 403, 403, 200, 403, 403]);
});
