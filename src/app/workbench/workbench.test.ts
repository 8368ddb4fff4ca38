import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { staffWith } from "../../test/rights.ts";
import { article } from "../article/table.server.ts";
import { category } from "../article_type/table.server.ts";
import { role, userRole } from "../system/role/table.server.ts";

const it = await startApp();

type Data = {
  lastLogin: { time: string; ipaddr: string } | null;
  articles: { total: number; weeks: number[] };
  people: { total: number; weeks: number[] };
  reads: number;
  newest: { articleName: string; status: string; typeName: string }[];
};

const look = async (token: string) =>
  (await it.call("GET", "/workbench", { token })).body.data as Data;

const [type] = await it.db
  .insert(category)
  .values({ bllName: "要闻" })
  .returning({ id: category.id });

async function write(articleName: string, status: string, publishTime = sql`now()`) {
  if (!type) throw new Error("no category");
  await it.db.insert(article).values({ typeId: type.id, articleName, status, publishTime });
}

test("strangers and members are refused", async () => {
  expect((await it.call("GET", "/workbench")).body.code).toBe(401);
  const { token } = await it.as("member");
  expect((await it.call("GET", "/workbench", { token })).body.code).toBe(403);
});

test("weeks are counted from Monday, the running one last, and what comes later is left out", async () => {
  const { token } = await it.as("staff");
  const before = await look(token);
  expect(before.articles.weeks).toHaveLength(8);
  await write("本周", "3");
  await write("三周前", "3", sql`now() - interval '21 days'`);
  await write("去年", "3", sql`now() - interval '400 days'`);
  await write("明天", "2", sql`now() + interval '1 day'`);
  await write("草稿", "0");
  await it.as("member");
  const after = await look(token);
  expect(after.articles.total - before.articles.total).toBe(3);
  expect(after.articles.weeks.map((n, at) => n - (before.articles.weeks[at] ?? 0))).toEqual([
    0, 0, 0, 0, 1, 0, 0, 1,
  ]);
  expect(after.people.total - before.people.total).toBe(1);
  expect(after.people.weeks.at(-1)).toBe((before.people.weeks.at(-1) ?? 0) + 1);
});

test("drafts are for those who work on articles", async () => {
  await write("还没发的稿子", "0");
  const { token } = await it.as("staff");
  const admin = await it.as("admin");
  const names = (data: Data) => data.newest.map((row) => row.articleName);
  expect(names(await look(token))).not.toContain("还没发的稿子");
  expect(names(await look(admin.token))).toContain("还没发的稿子");
  expect((await look(admin.token)).newest.length).toBeLessThanOrEqual(6);
  // Of another department: the list's reach holds here as well.
  const editor = await staffWith(it, "content:article:list");
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, editor.userId));
  await it.db
    .update(role)
    .set({ dataScope: "3" })
    .where(eq(role.roleId, held?.roleId ?? 0));
  expect(names(await look(editor.token))).not.toContain("还没发的稿子");
});

test("the last log-in is the one before this", async () => {
  const person = await it.as("staff");
  expect((await look(person.token)).lastLogin).toBeNull();
  for (const [time, ipaddr] of [
    ["2026-01-01 08:00+08", "10.0.0.1"],
    ["2026-01-02 08:00+08", "10.0.0.2"],
  ]) {
    await it.db.execute(sql`insert into sys_logininfor (user_name, ipaddr, msg, login_time)
      values (${person.userName}, ${ipaddr}, '登录成功', ${time})`);
  }
  expect((await look(person.token)).lastLogin).toEqual({
    time: "2026-01-01 08:00:00",
    ipaddr: "10.0.0.1",
  });
});
