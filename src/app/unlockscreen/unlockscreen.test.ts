import { expect, test } from "vitest";
import { PASSWORD, startApp } from "../../test/app.ts";

const it = await startApp();

const unlock = (token: string | undefined, password?: string) =>
  it.call("POST", "/unlockscreen", { ...(token ? { token } : {}), body: { password } });

test("the own password opens, and the session is the same", async () => {
  const { token } = await it.as("staff");
  expect((await unlock(token, PASSWORD)).body).toEqual({ code: 200, msg: "解锁成功" });
  expect((await it.call("GET", "/getInfo", { token })).body.code).toBe(200);
});

test("empty and wrong passwords are refused on the field; the sixth try is locked", async () => {
  const { token } = await it.as("staff");
  expect((await unlock(token)).body).toMatchObject({
    code: 500,
    data: { password: "密码不能为空" },
  });
  for (let tries = 0; tries < 5; tries++) {
    expect((await unlock(token, "wrong")).body).toMatchObject({
      code: 500,
      data: { password: "密码错误，请重新输入" },
    });
  }
  expect((await unlock(token, PASSWORD)).body.msg).toBe("密码输入错误5次，帐户锁定10分钟");
});

test("a dead session is 401, a member 403", async () => {
  expect((await unlock(undefined, PASSWORD)).body.code).toBe(401);
  expect((await unlock((await it.as("member")).token, PASSWORD)).body.code).toBe(403);
});
