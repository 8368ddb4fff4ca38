import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { loginLog } from "./table.server.ts";

const ROWS = 10_050;

const it = await startApp();
const { token } = await it.as("admin");
await it.db.execute(sql`
  insert into sys_logininfor (user_name, status, ipaddr, login_time)
  select 'u' || n, case when n % 1000 = 0 then '1' else '0' end, '10.0.0.' || n % 7,
    timestamptz '2026-01-01 00:00:00+08' + n * interval '1 minute'
  from generate_series(1, ${ROWS}::int) n`);

const list = async (query: string) => {
  const { body } = await it.call("GET", `/monitor/logininfor/list?${query}`, { token });
  const rows = body.rows as { userName: string; infoId: number }[];
  return { total: body.total, isMore: body.isMore, names: rows.map((row) => row.userName), rows };
};

test("a list that nobody narrowed is counted whole, and read from both ends", async () => {
  const first = await list("pageSize=3");
  expect(first).toMatchObject({ total: ROWS, isMore: false });
  expect(first.names).toEqual(["u10050", "u10049", "u10048"]);
  expect((await list("pageSize=3&pageNum=2")).names).toEqual(["u10047", "u10046", "u10045"]);
  expect((await list("pageSize=3&pageNum=3349")).names).toEqual(["u6", "u5", "u4"]);
  expect((await list("pageSize=100&pageNum=101")).names).toHaveLength(50);
  expect((await list("pageSize=100&pageNum=99999")).names.at(-1)).toBe("u1");
});

test("a narrowed list is counted up to a bound, and says so", async () => {
  expect(await list("ipaddr=10.0.0.&pageSize=1")).toMatchObject({ total: 10_000, isMore: true });
  expect(await list("status=1&pageSize=1")).toMatchObject({ total: 10, isMore: false });
  const last = await list("ipaddr=10.0.0.&pageSize=20&pageNum=99999");
  expect(last.names).toHaveLength(20);
  expect(last.names.at(-1)).toBe("u51");
});

test("a range is read by its moments, newest first", async () => {
  const day = await list("beginTime=2026-01-02&endTime=2026-01-02&pageSize=2");
  expect(day).toMatchObject({ total: 1_440, isMore: false, names: ["u2879", "u2878"] });
});

test("rows that leave the list and rows that come are counted at once", async () => {
  const [first] = (await list("pageSize=1")).rows;
  await it.call("DELETE", `/monitor/logininfor/${first?.infoId}`, { token });
  expect((await list("pageSize=1")).total).toBe(ROWS - 1);
  await it.db.insert(loginLog).values({ userName: "新来的" });
  expect(await list("pageSize=1")).toMatchObject({ total: ROWS, names: ["新来的"] });
  await it.call("DELETE", "/monitor/logininfor/clean", { token });
  expect((await list("")).total).toBe(0);
  await it.db.insert(loginLog).values({ userName: "清空之后" });
  expect(await list("")).toMatchObject({ total: 1, names: ["清空之后"] });
});
