import { desc, eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Tasks } from "#src/server/jobs/tasks.ts";
import { startApp } from "#src/test/app.ts";
import { article } from "../../article/table.server.ts";
import { insertArticle } from "../../article/writing/service.server.ts";
import { category } from "../../article_type/table.server.ts";
import { jobLog } from "../jobLog/table.server.ts";
import { loginLog } from "../logininfor/table.server.ts";
import { job, jobTick } from "./table.server.ts";

let release: () => void = () => undefined;
let under = 0;
let most = 0;

const moreTasks: Tasks = {
  "testTask.fail": {
    label: "失败",
    run: async () => {
      throw new Error("账本对不上", { cause: new Error("第 7 行") });
    },
  },
  "testTask.hang": { label: "不返回", maxSeconds: 1, run: () => new Promise(() => undefined) },
  "testTask.wait": {
    label: "等待放行",
    run: async () => {
      under++;
      most = Math.max(most, under);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      under--;
      return "放行了";
    },
  },
};

const it = await startApp({}, { works: true, moreTasks });
const { token } = await it.as("admin");

const addJob = async (change: Partial<typeof job.$inferInsert>) => {
  const [row] = await it.db
    .insert(job)
    .values({
      jobName: "试",
      invokeTarget: "ryTask.ryNoParams",
      cronExpression: "0 0 0 * * ?",
      ...change,
    })
    .returning();
  if (!row) throw new Error("no job row");
  return row;
};
const runNow = (jobId: number) =>
  it.call("PUT", "/monitor/job/run", { token, body: { jobId, jobGroup: "DEFAULT" } });
const logsOf = (jobId: number) =>
  it.db.select().from(jobLog).where(eq(jobLog.jobId, jobId)).orderBy(desc(jobLog.jobLogId));
const logged = async (jobId: number, count = 1) => {
  await vi.waitFor(async () => expect((await logsOf(jobId)).length).toBeGreaterThanOrEqual(count), {
    timeout: 40_000,
    interval: 50,
  });
  return logsOf(jobId);
};

test("run once: a paused job runs too, and leaves its row", async () => {
  expect((await runNow(3)).body.code).toBe(200);
  const [row] = await logged(3);
  expect(row).toMatchObject({
    jobName: "示例任务（多参）",
    jobGroup: "DEFAULT",
    status: "0",
    exceptionInfo: "",
    tickAt: null,
    result: "执行多参方法：ry，true，2000，316.5，100",
  });
  expect(row?.jobMessage).toMatch(/^示例任务（多参） 总共耗时：\d+毫秒$/);

  const list = await it.call("GET", "/monitor/jobLog/list?jobId=3&jobGroup=DEFAULT", { token });
  const [first] = list.body.rows as { jobLogId: number; startTime: string }[];
  expect(first?.startTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const one = await it.call("GET", `/monitor/jobLog/${first?.jobLogId}`, { token });
  expect(one.body.data).toMatchObject({ jobId: 3, status: "0" });
});

test("a job that throws has a row that says why", async () => {
  const { jobId } = await addJob({ invokeTarget: "testTask.fail" });
  await runNow(jobId);
  const [row] = await logged(jobId);
  expect(row).toMatchObject({ status: "1", exceptionInfo: "账本对不上（第 7 行）" });
});

test("a job that is gone from the registry says so", async () => {
  const { jobId } = await addJob({ invokeTarget: "oldTask.gone" });
  await runNow(jobId);
  expect((await logged(jobId))[0]).toMatchObject({
    status: "1",
    exceptionInfo: "目标字符串不在白名单内",
  });
});

test("a job that hangs is given up after its time, with a row", async () => {
  const { jobId } = await addJob({ invokeTarget: "testTask.hang" });
  await runNow(jobId);
  const [row] = await logged(jobId);
  expect(row?.status).toBe("1");
  expect(row?.exceptionInfo).toContain("执行中断");
});

test("runs of a job that must not overlap come one after the other", async () => {
  const { jobId } = await addJob({ invokeTarget: "testTask.wait", concurrent: "1" });
  await runNow(jobId);
  await runNow(jobId);
  await vi.waitFor(() => expect(under).toBe(1));
  release();
  await logged(jobId, 1);
  await vi.waitFor(() => expect(under).toBe(1), { timeout: 15_000 });
  release();
  const rows = await logged(jobId, 2);
  expect(rows.map((row) => row.result)).toEqual(["放行了", "放行了"]);
  expect(most).toBe(1);
});

test("ticks that were missed: every one, one, or none, by the policy", async () => {
  const missed = new Date(Math.floor(Date.now() / 10_000) * 10_000 - 120_000);
  const make = (misfirePolicy: string) =>
    addJob({
      cronExpression: "0/10 * * * * ?",
      concurrent: "0",
      status: "0",
      misfirePolicy,
      nextTickAt: missed,
    });
  const [every, once, none] = await Promise.all(["1", "2", "3"].map(make));
  if (!every || !once || !none) throw new Error("no jobs");
  await logged(every.jobId, 12);
  const paused = { status: "1", nextTickAt: null };
  await it.db.update(job).set(paused).where(eq(job.cronExpression, "0/10 * * * * ?"));
  const missedOf = async (jobId: number) =>
    (await logged(jobId, 0)).filter((row) => row.tickAt && +row.tickAt <= +missed + 110_000).length;
  await vi.waitFor(async () => expect(await missedOf(once.jobId)).toBe(1), { timeout: 15_000 });
  expect(await missedOf(every.jobId)).toBe(12);
  expect(await missedOf(none.jobId)).toBe(0);
  expect(await it.db.$count(jobTick, eq(jobTick.jobId, every.jobId))).toBeGreaterThanOrEqual(12);
});

test("a tick that was fired before is not fired again", async () => {
  const tickAt = new Date(Date.now() - 5_000);
  tickAt.setMilliseconds(0);
  const { jobId } = await addJob({ cronExpression: "0 0 0 1 1 ?", concurrent: "0" });
  await it.db.insert(jobTick).values({ jobId, tickAt });
  await it.db.update(job).set({ status: "0", nextTickAt: tickAt }).where(eq(job.jobId, jobId));
  await vi.waitFor(
    async () => {
      const [row] = await it.db.select().from(job).where(eq(job.jobId, jobId));
      expect(+(row?.nextTickAt ?? 0)).toBeGreaterThan(Date.now());
    },
    { timeout: 15_000 },
  );
  expect(await it.db.$count(jobTick, eq(jobTick.jobId, jobId))).toBe(1);
  expect(await logsOf(jobId)).toEqual([]);
});

test("the search words of an article that were damaged are mended", async () => {
  const [type] = await it.db.insert(category).values({ bllName: "资讯" }).returning();
  if (!type) throw new Error("no category");
  const id = await insertArticle(it.db, {
    typeId: type.id,
    articleName: "云川读书会",
    content: "<p>夜读</p>",
    publishTime: new Date(),
  });
  if (id === undefined) throw new Error("no article");
  const wordsOf = async () => {
    const [row] = await it.db
      .select({ search: sql<string>`search::text` })
      .from(article)
      .where(eq(article.id, id));
    return row?.search;
  };
  const right = await wordsOf();
  await it.db.update(article).set({ search: sql`'错'::tsvector` }).where(eq(article.id, id));
  const { jobId } = await addJob({ invokeTarget: "searchTask.check" });
  await runNow(jobId);
  expect((await logged(jobId))[0]?.result).toMatch(/^检查 \d+ 篇，改正 1 篇$/);
  expect(await wordsOf()).toBe(right);
});

test("old log-in rows go, rows of the last half year stay", async () => {
  const old = new Date(Date.now() - 400 * 86_400_000);
  await it.db.insert(loginLog).values([{ userName: "旧", loginTime: old }, { userName: "新" }]);
  const { jobId } = await addJob({ invokeTarget: "loginLogTask.prune(365)" });
  await runNow(jobId);
  expect((await logged(jobId))[0]).toMatchObject({ status: "0", result: "清理 1 条" });
  const names = await it.db.select({ name: loginLog.userName }).from(loginLog);
  expect(names.map((row) => row.name)).toEqual(["新"]);
});

test("the house's own tasks run", async () => {
  for (const invokeTarget of [
    "systemTask.sweep",
    "systemTask.refreshEstimates",
    "operLogTask.exportDays",
    "jobLogTask.prune(90)",
  ]) {
    const { jobId } = await addJob({ invokeTarget });
    await runNow(jobId);
    expect((await logged(jobId))[0], invokeTarget).toMatchObject({
      status: "0",
      exceptionInfo: "",
    });
  }
});
