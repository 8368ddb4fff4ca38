import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { job } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

const NEW = {
  jobName: "每晚问候",
  jobGroup: "DEFAULT",
  invokeTarget: "ryTask.ryParams('晚安')",
  cronExpression: "0 0 22 * * ?",
  misfirePolicy: "1",
  concurrent: "1",
  status: "0",
};

const add = (change: object = {}) =>
  it.call("POST", "/monitor/job", { token, body: { ...NEW, ...change } });
const edit = (body: object) => it.call("PUT", "/monitor/job", { token, body });
const rowOf = async (jobName: string) => {
  const [row] = await it.db.select().from(job).where(eq(job.jobName, jobName));
  if (!row) throw new Error(`no job ${jobName}`);
  return row;
};

test("the contract's three samples are there, paused; the house keeps itself in order", async () => {
  const { body } = await it.call("GET", "/monitor/job/list?pageSize=50", { token });
  const rows = body.rows as Record<string, unknown>[];
  expect(rows.slice(0, 3)).toMatchObject([
    { jobId: 1, jobGroup: "DEFAULT", invokeTarget: "ryTask.ryNoParams", status: "1" },
    { jobId: 2, invokeTarget: "ryTask.ryParams('ry')", concurrent: "1", misfirePolicy: "3" },
    { jobId: 3, cronExpression: "0/20 * * * * ?", nextTickAt: null },
  ]);
  const running = rows.filter((row) => row.status === "0");
  expect(running.map((row) => row.invokeTarget)).toContain("systemTask.sweep");
  for (const row of running) expect(row.nextTickAt).toMatch(/^\d{4}-\d\d-\d\d/);
  const answer = await it.call("GET", "/monitor/job/list?jobName=%E6%9C%89%E5%8F%82&status=1", {
    token,
  });
  expect(answer.body.total).toBe(1);
});

test("a new job starts paused, whatever was sent, and is enabled on its own", async () => {
  expect((await add()).body).toMatchObject({ code: 200, msg: "操作成功" });
  const row = await rowOf(NEW.jobName);
  expect(row).toMatchObject({ status: "1", nextTickAt: null, createBy: "admin" });
  const { body } = await it.call("GET", `/monitor/job/${row.jobId}`, { token });
  expect(body.data).toMatchObject({ jobId: row.jobId, misfirePolicy: "1" });
  expect((body.data as { nextValidTime: string }).nextValidTime).toMatch(/ 22:00:00$/);

  const enable = { jobId: row.jobId, status: "0" };
  const enabled = await it.call("PUT", "/monitor/job/changeStatus", { token, body: enable });
  expect(enabled.body.code).toBe(200);
  const next = (await rowOf(NEW.jobName)).nextTickAt;
  expect(next?.toISOString()).toMatch(/T14:00:00.000Z$/);
  // The whole row comes back with changes, as the contract's forms send it.
  const line = "0 30 22 * * ?";
  await edit({ ...(body.data as object), status: "0", cronExpression: line, params: {} });
  expect((await rowOf(NEW.jobName)).nextTickAt?.toISOString()).toMatch(/T14:30:00.000Z$/);
  const pause = { jobId: String(row.jobId), status: "1" };
  await it.call("PUT", "/monitor/job/changeStatus", { token, body: pause });
  expect((await rowOf(NEW.jobName)).nextTickAt).toBeNull();
});

test("no group means DEFAULT", async () => {
  await add({ jobName: "无分组", jobGroup: undefined });
  expect((await rowOf("无分组")).jobGroup).toBe("DEFAULT");
});

test("what is missing or too long is said on its field", async () => {
  const { body } = await it.call("POST", "/monitor/job", { token });
  expect(body).toEqual({
    code: 500,
    msg: "任务名称不能为空",
    data: {
      jobName: "任务名称不能为空",
      invokeTarget: "调用目标字符串不能为空",
      cronExpression: "Cron执行表达式不能为空",
    },
  });
  expect((await add({ jobName: "长".repeat(65) })).body.msg).toBe("任务名称长度不能超过64个字符");
  expect((await add({ misfirePolicy: "9" })).body.msg).toBe("执行策略不正确");
  expect((await add({ concurrent: "2" })).body.msg).toBe("是否并发不正确");
});

test("a line that is wrong or never fires is refused", async () => {
  for (const line of ["x", "* * * * *", "0 0 0 30 2 ?", "0 0 0 1 1 ? 2001", "60 0 0 * * ?"]) {
    const { body } = await add({ jobName: "坏", cronExpression: line });
    expect(body, line).toMatchObject({ code: 500, msg: "新增任务'坏'失败，Cron表达式不正确" });
    expect((body.data as { cronExpression: string }).cronExpression).toContain("Cron表达式不正确");
  }
});

test("a target outside of the registry is refused in the contract's words", async () => {
  const words: [target: string, reason: string][] = [
    ["ryTask.ryParams('rmi://x')", "目标字符串不允许'rmi'调用"],
    ["a.b('ldap://x')", "目标字符串不允许'ldap(s)'调用"],
    ["a.b('https://x')", "目标字符串不允许'http(s)'调用"],
    ["java.lang.Runtime.exec('x')", "目标字符串存在违规"],
    ["process.exit(1)", "目标字符串存在违规"],
    ["toString.constructor()", "目标字符串存在违规"],
    ["nobody.knows()", "目标字符串不在白名单内"],
    ["ryTask.hasOwnProperty('a')", "目标字符串不在白名单内"],
    ["ryTask.ryParams(1)", "参数不正确，应为（内容：文字）"],
    ["ryTask.ryNoParams('x')", "参数不正确，这个任务没有参数"],
    ["loginLogTask.prune(1)", "保留天数应在 180 到 36500 之间"],
    ["ryTask.ryParams('a'", "目标字符串格式不正确，应为 任务名.方法名(参数)"],
  ];
  for (const [invokeTarget, reason] of words) {
    const { body } = await add({ jobName: "坏", invokeTarget });
    expect(body, invokeTarget).toEqual({
      code: 500,
      msg: `新增任务'坏'失败，${reason}`,
      data: { invokeTarget: reason },
    });
  }
  const { body } = await edit({ jobId: 1, invokeTarget: "x.y()" });
  expect(body.msg).toBe("修改任务'示例任务（无参）'失败，目标字符串不在白名单内");
});

test("500 hostile targets are none", async () => {
  const pieces = [
    "__proto__",
    "constructor",
    "process",
    "../x",
    "$" + "{x}",
    "`",
    "\u2028",
    "'",
    "a.b",
  ];
  for (let index = 0; index < 500; index++) {
    const at = (shift: number) => pieces[(index * 7 + shift * 3 + (index >> 3)) % pieces.length];
    const invokeTarget = `${at(0)}.${at(1)}(${at(2)})${index % 5 === 0 ? at(3) : ""}`;
    const { body } = await add({ jobName: "敌意", invokeTarget });
    expect(body.code, invokeTarget).toBe(500);
  }
  expect(await it.db.$count(job, eq(job.jobName, "敌意"))).toBe(0);
});

test("what a job may call, and when a line fires next", async () => {
  const targets = await it.call("GET", "/monitor/job/targets", { token });
  expect(targets.body.data).toContainEqual({
    name: "ryTask.ryParams",
    label: "示例：一个参数",
    params: [{ label: "内容", type: "string" }],
  });
  const times = async (line: string) =>
    (
      await it.call("GET", `/monitor/job/nextTimes?cronExpression=${encodeURIComponent(line)}`, {
        token,
      })
    ).body.data as { error: string | null; times: string[] };
  const { error, times: next } = await times("0 0 2 * * ?");
  expect(error).toBeNull();
  expect(next).toHaveLength(5);
  for (const time of next) expect(time).toMatch(/ 02:00:00$/);
  expect(await times("0 0 0 30 2 ?")).toEqual({ error: "这个表达式今后不会再触发", times: [] });
  expect((await times("")).error).toContain("6 或 7 段");
});

test("ids that are none, and jobs that are gone", async () => {
  const code = async (method: string, url: string, body?: object) =>
    (await it.call(method, url, { token, ...(body ? { body } : {}) })).body;
  expect((await code("GET", "/monitor/job/abc")).msg).toBe("编号格式不正确");
  expect((await code("GET", "/monitor/job/9007199254740992")).code).toBe(404);
  expect((await code("DELETE", "/monitor/job/999999")).code).toBe(404);
  expect((await code("DELETE", "/monitor/job/1;drop")).msg).toBe("编号格式不正确");
  const many = Array.from({ length: 500 }, (_, index) => 900_000 + index).join(",");
  expect((await code("DELETE", `/monitor/job/${many}`)).code).toBe(404);
  const gone = { jobId: 999_999, jobGroup: "DEFAULT" };
  expect(await code("PUT", "/monitor/job/run", gone)).toEqual({
    code: 500,
    msg: "任务不存在或已过期！",
  });
  expect((await code("PUT", "/monitor/job/run")).code).toBe(500);
  expect((await code("PUT", "/monitor/job/changeStatus", { jobId: 1 })).msg).toBe("状态不能为空");
  expect((await code("PUT", "/monitor/job/changeStatus", { ...gone, status: "1" })).code).toBe(404);
  expect((await code("PUT", "/monitor/job", { jobId: -1 })).msg).toBe("编号格式不正确");
});

test("each verb has its permission", async () => {
  const none = await it.as("staff");
  const codes = await verbCodes(it, "/monitor/job", none.token);
  expect(new Set(Object.values(codes))).toEqual(new Set([403]));
  const lister = await staffWith(it, "monitor:job:list");
  expect(await verbCodes(it, "/monitor/job", lister.token)).toMatchObject({ list: 200, add: 403 });
  const run = { jobId: 1, jobGroup: "DEFAULT" };
  const refused = await it.call("PUT", "/monitor/job/run", { token: lister.token, body: run });
  expect(refused.body.code).toBe(403);
  const runner = await staffWith(it, "monitor:job:changeStatus");
  const done = await it.call("PUT", "/monitor/job/run", { token: runner.token, body: run });
  expect(done.body.code).toBe(200);
});
