import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { openSession } from "../../login/session.server.ts";
import { operLog } from "../operlog/table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

type Row = Record<string, unknown> & { tokenId: string };
const list = async (query = "", caller = token) =>
  (await it.call("GET", `/monitor/online/list${query}`, { token: caller })).body as unknown as {
    code: number;
    total: number;
    rows: Row[];
  };
const kick = (ids: string, caller = token) =>
  it.call("DELETE", `/monitor/online/${ids}`, { token: caller });
const isAlive = async (caller: string) =>
  (await it.call("GET", "/getInfo", { token: caller })).body.code === 200;

test("living sessions, never a token, exact filters", async () => {
  const someone = await it.as("staff", { deptId: 104 });
  const client = { ipaddr: "203.0.113.5", browser: "Firefox 140", os: "Linux" };
  const second = await openSession(it.db, {
    userId: someone.userId,
    isStaff: true,
    isRemembered: false,
    client,
  });
  const { rows, total } = await list(`?userName=${someone.userName}`);
  expect(total).toBe(2);
  expect(rows[0]).toEqual({
    tokenId: expect.stringMatching(/^\d+$/),
    userName: someone.userName,
    nickName: someone.userName,
    deptName: "会员部",
    ...client,
    loginLocation: "XX XX",
    loginTime: expect.any(Number),
    lastSeenTime: expect.any(Number),
    isCurrent: false,
  });
  expect(Math.abs(Number(rows[0]?.loginTime) - Date.now())).toBeLessThan(20_000);
  const { text } = await it.call("GET", "/monitor/online/list", { token });
  expect(text).not.toContain(token);
  expect(text).not.toContain(second);
  expect((await list("?ipaddr=203.0.113.5")).total).toBe(1);
  expect((await list("?ipaddr=203.0.113")).total).toBe(0);
  expect((await list("?userName=staf")).total).toBe(0);
  expect((await list("?userName=%00admin")).rows.every((row) => row.userName === "admin")).toBe(
    true,
  );
  expect((await list("?userName=admin")).rows[0]).toMatchObject({ isCurrent: true });

  await it.db.execute(sql`update session set expires_at = now() - interval '1 second'
    where ipaddr = '203.0.113.5'`);
  expect((await list("?ipaddr=203.0.113.5")).total).toBe(0);
});

test("all rows at once, or one page", async () => {
  const { userId, userName } = await it.as("staff");
  for (let count = 0; count < 24; count++) {
    await openSession(it.db, {
      userId,
      isStaff: true,
      isRemembered: false,
      client: { ipaddr: "", browser: "", os: "" },
    });
  }
  expect((await list(`?userName=${userName}`)).rows).toHaveLength(25);
  const page = await list(`?userName=${userName}&pageNum=3&pageSize=10`);
  expect([page.total, page.rows.length]).toEqual([25, 5]);
});

test("force logout ends the session at once and is written down; several need their own right", async () => {
  const someone = await it.as("staff");
  const other = await it.as("staff");
  const idOf = async (name: string) => (await list(`?userName=${name}`)).rows[0]?.tokenId ?? "";
  const id = await idOf(someone.userName);
  const otherId = await idOf(other.userName);
  const guard = await staffWith(it, "monitor:online:forceLogout");
  expect((await kick(`${id},${otherId}`, guard.token)).body.code).toBe(403);
  expect(await isAlive(someone.token)).toBe(true);
  expect((await kick(id, guard.token)).body).toMatchObject({ code: 200 });
  expect(await isAlive(someone.token)).toBe(false);
  expect(await isAlive(other.token)).toBe(true);
  // Ended already, as wished.
  expect((await kick(id)).body.code).toBe(200);
  expect((await kick(`${id},${otherId}`)).body.code).toBe(200);
  expect(await isAlive(other.token)).toBe(false);
  const read = async () => (await it.db.select().from(operLog)).filter((row) => row.status === 0);
  await expect.poll(async () => (await read()).length).toBe(3);
  expect((await read())[0]).toMatchObject({
    title: "在线用户",
    businessType: 7,
    operName: guard.userName,
    operParam: `{"tokenId":"${id}"}`,
  });
});

test("bad ids and missing rights", async () => {
  for (const bad of ["abc", "-1", "1;2", token]) {
    expect((await kick(encodeURIComponent(bad))).body.msg).toBe("编号格式不正确");
  }
  expect((await kick("9007199254740992")).body.code).toBe(200);
  const reader = await staffWith(it, "monitor:online:list");
  expect((await list("", reader.token)).code).toBe(200);
  expect((await kick("1", reader.token)).body.code).toBe(403);
  const guard = await staffWith(it, "monitor:online:forceLogout");
  expect((await list("", guard.token)).code).toBe(403);
});
