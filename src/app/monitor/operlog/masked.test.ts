import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { operLog } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

test("phones and mail addresses are in no column, however they were sent", async () => {
  const call = (method: string, url: string, body?: object) =>
    it.call(method, url, { token, ...(body ? { body } : {}) });
  const phone = "13912345678";
  const unlock = (typed: string) => call("GET", `/monitor/logininfor/unlock/${typed}`);
  const remark = (text: unknown) => call("PUT", "/system/post", { postId: 1, remark: text });
  await unlock(phone);
  await unlock("%2B86139%2D1234%2D5678");
  await unlock(encodeURIComponent("１３９１２３４５６７８"));
  await remark(`电话 ${phone}`);
  await remark(Number(phone));
  // Cut in the middle of the number.
  await remark(`${"长".repeat(493)}${phone}`);
  const contact = { email: "wang.fang@example.org", phonenumber: phone };
  const body = { userName: "wangfang", nickName: "王芳", password: "Lantern-2031", ...contact };
  await call("POST", "/system/user", body);
  await call("POST", "/system/user", body);
  const rows = await it.db.select().from(operLog).orderBy(asc(operLog.operId));
  expect(rows).toHaveLength(8);
  expect(rows[0]?.operUrl).toBe("/monitor/logininfor/unlock/139****5678");
  expect(rows[0]?.operParam).toContain("139****5678");
  for (const { operUrl, operParam, jsonResult, errorMsg } of rows) {
    const text = [operUrl, decodeURIComponent(operUrl), operParam, jsonResult, errorMsg].join(" ");
    expect(text).not.toMatch(/139-?1234|１３９１２３４|wang\.fang/);
  }
});
