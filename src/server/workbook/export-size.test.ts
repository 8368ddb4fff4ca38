import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { toXlsx } from "./excel.ts";
import type { SheetColumn } from "./sheet-writing.ts";

const it = await startApp();
const { token } = await it.as("admin");

const ROWS = 30_000;
await it.db.execute(sql`insert into sys_oper_log
  (oper_id, title, business_type, method, request_method, oper_name, dept_name, oper_url, oper_ip,
   oper_location, oper_param, json_result, status, error_msg, oper_time, cost_time, previous_hash, hash)
  select n, '岗位管理', 1, '/system/post', 'POST', 'admin', '信息部', '/system/post', '10.1.2.3', '内网IP',
    repeat('参数' || n, 8), '{"code":200,"msg":"操作成功"}', 0, '', now(), n % 50, '', ''
  from generate_series(1000, ${999 + ROWS}) n`);

type Cost = { blockedMs: number; heapMb: number };

/** The longest time in which nothing else could be served, and what the heap grew by at most. */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = process.memoryUsage();
  let peak = 0;
  const look = setInterval(() => {
    const now = process.memoryUsage();
    peak = Math.max(peak, now.heapUsed + now.external - before.heapUsed - before.external);
  }, 20);
  delay.enable();
  // It counts from tick to tick: one before, and one behind what may block.
  const tick = () => new Promise((resolve) => setTimeout(resolve, 50));
  await tick();
  await work();
  await tick();
  delay.disable();
  clearInterval(look);
  return { blockedMs: delay.max / 1e6, heapMb: peak / 2 ** 20 };
}

test("a large export lets others be served, and is not held in memory", async () => {
  const columns: SheetColumn[] = Array.from({ length: 16 }, (_, index) => [
    `列${index}`,
    `${index}`,
  ]);
  const row = Object.fromEntries(columns.map(([, key]) => [key, `参数${key}`.repeat(4)]));
  const whole = await costOf(() => toXlsx("整个", columns, Array(ROWS).fill(row)));
  let size = 0;
  const parts = await costOf(async () => {
    const answer = await it.app.inject({
      method: "POST",
      url: "/prod-api/monitor/operlog/export",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.headers["content-type"]).toContain("sheet");
    size = answer.rawPayload.length;
  });
  expect(size).toBeGreaterThan(ROWS * 10);
  console.log("whole", whole, "in parts", parts);
  expect(parts.blockedMs).toBeLessThan(whole.blockedMs / 3);
  // The rows alone would be twice that, and the sheet in memory three times more.
  expect(parts.heapMb).toBeLessThan(150);
}, 120_000);

test("more than can be opened is refused, and leaves nothing behind", async () => {
  await it.db.execute(sql`insert into sys_post (post_code, post_name, post_sort)
    select 'p' || n, '岗' || n, 1 from generate_series(1, 50001) n`);
  const answer = await it.call("POST", "/system/post/export", { token });
  expect(answer.body).toEqual({ code: 500, msg: "一次最多导出 50000 行，请缩小筛选范围" });
}, 60_000);
