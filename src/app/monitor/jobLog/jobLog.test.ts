import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { jobLog } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

const row = (runId: string, change: Partial<typeof jobLog.$inferInsert> = {}) => ({
  runId,
  jobId: 1,
  jobName: "每晚问候",
  jobGroup: "DEFAULT",
  invokeTarget: "ryTask.ryNoParams",
  jobMessage: "每晚问候 总共耗时：3毫秒",
  status: "0",
  startTime: new Date("2026-11-20T10:00:00Z"),
  ...change,
});
await it.db
  .insert(jobLog)
  .values([
    row("a", { createTime: new Date("2026-11-01T10:00:00Z") }),
    row("b", { status: "1", exceptionInfo: "=账本对不上" }),
    row("c", { jobName: "周报", jobGroup: "SYSTEM", invokeTarget: "systemTask.sweep", jobId: 7 }),
  ]);

const list = async (query: string) => {
  const { body } = await it.call("GET", `/monitor/jobLog/list${query}`, { token });
  return (body.rows as { runId: string }[] | undefined)?.map((each) => each.runId) ?? body.msg;
};

test("newest first, narrowed by what the contract's page sends", async () => {
  expect(await list("")).toEqual(["c", "b", "a"]);
  expect(await list(`?jobName=${encodeURIComponent("问候")}&jobGroup=DEFAULT`)).toEqual(["b", "a"]);
  expect(await list("?invokeTarget=sweep")).toEqual(["c"]);
  expect(await list("?status=1")).toEqual(["b"]);
  expect(await list("?jobId=7")).toEqual(["c"]);
  expect(await list("?jobId=x")).toEqual([]);
  const range = "params%5BbeginTime%5D=2026-11-01&params%5BendTime%5D=2026-11-01";
  expect(await list(`?${range}`)).toEqual(["a"]);
  expect(await list("?orderByColumn=drop&isAsc=asc")).toBe("参数不符合规范，不能进行查询");
});

test("export: the contract's columns, a cell that begins with = is text", async () => {
  const file = await it.call("POST", "/monitor/jobLog/export", {
    token,
    body: "pageNum=1&pageSize=10&",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(file.headers["content-type"]).toContain("spreadsheetml");
  const named = await it.call("GET", "/monitor/jobLog/export", { token });
  expect(named.body.msg).toMatch(/_调度日志\.xlsx$/);
});

test("one row, rows that are gone, and clearing", async () => {
  const rows = await it.db.select().from(jobLog);
  const idOf = (runId: string) => rows.find((each) => each.runId === runId)?.jobLogId;
  const one = await it.call("GET", `/monitor/jobLog/${idOf("b")}`, { token });
  expect(one.body.data).toMatchObject({ exceptionInfo: "=账本对不上", status: "1" });
  const code = async (method: string, id: unknown) =>
    (await it.call(method, `/monitor/jobLog/${id}`, { token })).body.code;
  expect(await code("GET", 9_999_999)).toBe(404);
  expect(await code("GET", "9007199254740993")).toBe(404);
  expect(await code("GET", "x")).toBe(500);
  expect(await code("DELETE", `${idOf("a")},${idOf("b")}`)).toBe(200);
  expect(await list("")).toEqual(["c"]);
  expect(await code("DELETE", idOf("a"))).toBe(404);
  expect(await code("DELETE", "clean")).toBe(200);
  expect(await list("")).toEqual([]);
});

test("it is open to those who may see jobs, and cleared by those who may remove them", async () => {
  const code = async (who: string, method: string, url: string) =>
    (await it.call(method, `/monitor/jobLog/${url}`, { token: who })).body.code;
  const none = await it.as("staff");
  for (const [method, url] of [
    ["GET", "list"],
    ["GET", "1"],
    ["POST", "export"],
    ["DELETE", "1"],
    ["DELETE", "clean"],
  ] as const) {
    expect(await code(none.token, method, url), url).toBe(403);
  }
  const lister = await staffWith(it, "monitor:job:list");
  expect(await code(lister.token, "GET", "list")).toBe(200);
  expect(await code(lister.token, "DELETE", "clean")).toBe(403);
  const remover = await staffWith(it, "monitor:job:remove");
  expect(await code(remover.token, "DELETE", "clean")).toBe(200);
});
