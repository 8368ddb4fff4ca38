import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { publishTags } from "../../server/cache/tags.ts";
import { startApp } from "../../test/app.ts";
import { category } from "../article_type/table.server.ts";

const it = await startApp();
const HALF = 90;
const types: number[] = [];

beforeAll(async () => {
  const [top] = await it.db.insert(category).values({ bllName: "全部" }).returning();
  types.push(top?.id ?? 0);
  for (const bllName of ["左", "右"]) {
    const [row] = await it.db.insert(category).values({ bllName, parentId: top?.id }).returning();
    types.push(row?.id ?? 0);
  }
  await it.db.execute(sql`insert into article (type_id, article_name, status, top, publish_time)
    select type_id, '第 ' || n || ' 篇', '3', case when n % 40 = 3 then 1 + n % 3 else 0 end,
      timestamptz '2024-01-01' + (n * 7919 % 50) * interval '1 day'
    from generate_series(1, ${HALF}::int) n, unnest(${sql.param(types.slice(1))}::bigint[]) type_id`);
  await publishTags(it.db, ["menu", "content"]);
  await vi.waitFor(async () => expect((await pageOf({})).total).toBe(2 * HALF));
});

type Rows = { total: number; rows: { id: number }[] };

async function pageOf(query: Record<string, number>): Promise<Rows> {
  const given = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]));
  return (await it.call("GET", `/api/bll/article/list?${given}`)).body as unknown as Rows;
}

async function inOrder(ids: number[]): Promise<number[]> {
  const { rows } = await it.db.execute<{ id: string }>(sql`select id from article
    where type_id = any(${sql.param(ids)}::bigint[])
    order by top desc, publish_time desc, id desc`);
  return rows.map(({ id }) => Number(id));
}

const walk = async (pageSize: number, typeId?: number) => {
  const ids: number[] = [];
  for (let pageNum = 1, total = 1; (pageNum - 1) * pageSize < total; pageNum++) {
    const page = await pageOf({ pageNum, pageSize, ...(typeId ? { typeId } : {}) });
    total = page.total;
    ids.push(...page.rows.map(({ id }) => id));
  }
  return ids;
};

// Pages near an end have a plan of their own each, so have those from the far end, and the site's.
test("all pages of any size, one after the other, are the list", async () => {
  const all = await inOrder(types);
  expect(all).toHaveLength(2 * HALF);
  for (const pageSize of [7, 20, 33, 100]) {
    expect(await walk(pageSize), `${pageSize}, the site`).toEqual(all);
    expect(await walk(pageSize, types[0]), `${pageSize}, a branch`).toEqual(all);
    expect(await walk(pageSize, types[1])).toEqual(await inOrder(types.slice(1, 2)));
  }
});

test("many at once, more than there are connections, get each their own page", async () => {
  const all = await inOrder(types);
  const asked = Array.from({ length: 40 }, (_, nth) => ({
    pageNum: 1 + (nth % 18),
    pageSize: 10,
    ...(nth % 2 ? { typeId: types[0] ?? 0 } : {}),
  }));
  const pages = await Promise.all(asked.map(pageOf));
  for (const [nth, { rows }] of pages.entries()) {
    const from = ((asked[nth]?.pageNum ?? 1) - 1) * 10;
    expect(rows.map(({ id }) => id)).toEqual(all.slice(from, from + 10));
  }
});

test("what another process has written shows in the rows and in the total", async () => {
  await pageOf({ pageNum: 1, pageSize: 20 });
  const [row] = (
    await it.db.execute<{ id: string }>(sql`insert into article
      (type_id, article_name, status, top, publish_time)
      values (${types[2]}, '刚刚发布', '3', 9, now()) returning id`)
  ).rows;
  await publishTags(it.db, ["content"]);
  await vi.waitFor(async () => {
    const { total, rows } = await pageOf({ pageNum: 1, pageSize: 20 });
    expect([total, rows[0]?.id]).toEqual([2 * HALF + 1, Number(row?.id)]);
  });
  await it.db.execute(sql`update article set status = '4' where id = ${row?.id}`);
  await publishTags(it.db, ["content"]);
  await vi.waitFor(async () => {
    const { total, rows } = await pageOf({ pageNum: 1, pageSize: 20 });
    expect(total).toBe(2 * HALF);
    expect(rows.map(({ id }) => id)).not.toContain(Number(row?.id));
  });
});
