import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";

const it = await startApp();

test("live and ready answer", async () => {
  expect((await it.call("GET", "/health/live")).status).toBe(200);
  expect((await it.call("GET", "/health/ready")).text).toBe('{"status":"ok"}');
});

test("an unknown call is code 404 with HTTP 200", async () => {
  const answer = await it.call("GET", "/nothing/here");
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ code: 404, msg: "访问资源不存在" });
});

test("security headers are on errors too", async () => {
  const { headers } = await it.call("GET", "/nothing/here");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
});

test("the root of the calls says what it is; the older registration is off", async () => {
  expect((await it.call("GET", "/")).text).toContain("欢迎");
  const answer = await it.call("POST", "/register", { body: { username: "a", password: "b" } });
  expect(answer.body).toEqual({ code: 500, msg: "当前系统没有开启注册功能！" });
});

test("a full disk is told to the writer and by /health/ready", async () => {
  const { token } = await it.as("admin");
  await it.db.execute(sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await it.db.execute(sql`create trigger no_room before insert on sys_post
    for each row execute function no_room()`);
  const body = { postCode: "full", postName: "满", postSort: 1 };
  const answer = await it.call("POST", "/system/post", { token, body });
  expect(answer.status).toBe(200);
  expect(answer.body.code).toBe(500);
  expect(answer.body.msg).toContain("磁盘空间已满");
  const ready = await it.call("GET", "/health/ready");
  expect([ready.status, ready.text]).toEqual([200, '{"status":"disk-full"}']);
  // Reading goes on.
  expect((await it.call("GET", "/system/post/list", { token })).body.code).toBe(200);
});
