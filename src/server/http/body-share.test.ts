import { request } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { shareMemory } from "./body-share.ts";

const MB = 1024 * 1024;

async function listening(share: { allBytes: number; addressBytes: number }) {
  const app = fastify({ bodyLimit: 10 * MB });
  app.addHook("preParsing", shareMemory(share));
  app.post("/", async (given) => JSON.stringify(given.body).length);
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  /** Sends the first half of a body of `bytes` bytes; `finish` sends the rest. */
  return (bytes: number) => {
    const body = Buffer.from(JSON.stringify("a".repeat(bytes - 2)));
    const half = Math.floor(body.length / 2);
    const call = request({
      port,
      host: "127.0.0.1",
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length },
    });
    const status = new Promise<number>((resolve) => {
      call.on("response", (answer) => resolve(answer.resume().statusCode ?? 0));
      call.on("error", () => resolve(0));
    });
    call.write(body.subarray(0, half));
    return {
      status,
      finish: () => call.end(body.subarray(half)),
      leave: () => call.destroy(),
    };
  };
}

test("bodies of one address share what it may take; it is free again when they are answered", async () => {
  const send = await listening({ allBytes: 10 * MB, addressBytes: 3 * MB });
  const first = send(4 * MB);
  const second = send(4 * MB);
  // Both halves are there or on their way: whichever comes over the bound is refused.
  first.finish();
  second.finish();
  const statuses = await Promise.all([first.status, second.status]);
  expect(statuses.every((status) => status === 429 || status === 0)).toBe(true);
  const third = send(2 * MB);
  third.finish();
  expect(await third.status).toBe(200);
  const gone = send(2 * MB);
  gone.leave();
  const fourth = send(2 * MB);
  fourth.finish();
  expect([200, 429]).toContain(await fourth.status);
  await expect
    .poll(async () => {
      const again = send(2 * MB);
      again.finish();
      return again.status;
    })
    .toBe(200);
});

test("a stranger's body is small; a form without a boundary is told so, on every route that takes files", async () => {
  const it = await startApp();
  const { token } = await it.as("admin");
  const large = { username: "a".repeat(70_000), password: "b", code: "", uuid: "" };
  expect((await it.call("POST", "/login", { body: large })).body).toMatchObject({
    code: 500,
    msg: "提交的内容过大",
  });
  const urls = [
    "/common/upload",
    "/common/uploads",
    "/common/oss/upload",
    "/common/files/desk",
    "/system/user/importData",
    "/system/user/profile/avatar",
    "/api/bll/article/desk/importWord",
  ];
  for (const url of urls) {
    const answer = await it.app.inject({
      method: "POST",
      url: `/prod-api${url}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data" },
      payload: "--x\r\n",
    });
    expect([url, answer.json()]).toEqual([url, { code: 500, msg: "请求格式有误" }]);
  }
});
