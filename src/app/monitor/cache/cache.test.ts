import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { parseEnv } from "#src/server/start/env.ts";
import { createServerApp } from "#src/server/start/serve.ts";
import { startApp } from "#src/test/app.ts";
import { allHeard } from "#src/test/heard.ts";
import { staffWith } from "#src/test/rights.ts";
import { captcha, loginGuard } from "../../login/table.server.ts";
import { operLog } from "../operlog/table.server.ts";

const it = await startApp();
// A second process on the same database.
const there = await createServerApp({
  env: parseEnv({ DATA_DIR: it.dataDir }, it.dataDir),
  databaseUrl: it.databaseUrl,
  logLevel: "fatal",
});
await there.app.ready();
afterAll(() => there.close());
const { token } = await it.as("admin");

const get = async (url: string, caller = token) =>
  (await it.call("GET", `/monitor/cache${url}`, { token: caller })).body as unknown as {
    code: number;
    msg: string;
    data: never;
  };
const clear = (url: string, caller = token) =>
  it.call("DELETE", `/monitor/cache/${url}`, { token: caller });
const keys = async (name: string): Promise<string[]> => (await get(`/getKeys/${name}`)).data;
const value = async (name: string, key: string) =>
  (await get(`/getValue/${name}/${key}`)).data as {
    cacheName: string;
    cacheKey: string;
    cacheValue: string | null;
    remark: string;
  };
const isAlive = async (caller: string) =>
  (await it.call("GET", "/getInfo", { token: caller })).body.code === 200;

/** The other process keeps a page and a value. */
function keep(key: string, tag: "menu" | "content") {
  const page = { status: 200, headers: {}, body: Buffer.from("<p>".padEnd(700, "x")) };
  const validUntil = Number.POSITIVE_INFINITY;
  const { pages } = there.context.caches;
  pages.store(key, page, { tags: ["site", tag], began: Number.MAX_SAFE_INTEGER, validUntil });
}
const keptThere = () => there.context.caches.pages.list(100).map(({ key }) => key);

test("the names of the contract, each with its remark", async () => {
  const { data } = await get("/getNames");
  const names = (data as { cacheName: string; remark: string }[]).map((row) => [
    row.cacheName,
    row.remark,
  ]);
  expect(names).toEqual([
    ["login_tokens:", "用户信息"],
    ["sys_config:", "配置信息"],
    ["sys_dict:", "数据字典"],
    ["captcha_codes:", "验证码"],
    ["repeat_submit:", "防重提交"],
    ["rate_limit:", "限流处理"],
    ["pwd_err_cnt:", "密码错误次数"],
    ["memo:", "其他数据"],
    ["page_cache:", "网站页面"],
  ]);
  expect((data as object[])[0]).toMatchObject({ cacheKey: "", cacheValue: "" });
  expect(await keys("repeat_submit:")).toEqual([]);
  expect(await get("/getKeys/other:")).toMatchObject({ code: 500, msg: "缓存名称不存在" });
});

test("numbers in the shape of Redis, and those of every process", async () => {
  keep("/shape?", "menu");
  const { data } = await get("");
  const { info, dbSize, commandStats, expected, processes, stores } = data as {
    info: Record<string, string>;
    dbSize: number;
    commandStats: { name: string }[];
    expected: number;
    processes: { pages: { entries: number } }[];
    stores: { cacheName: string }[];
  };
  expect(info).toMatchObject({
    redis_version: expect.stringMatching(/^PostgreSQL \d+/),
    redis_mode: "standalone",
    used_memory_human: expect.stringMatching(/^[\d.]+[BKM]$/),
    maxmemory_human: "192.00M",
    aof_enabled: "0",
    rdb_last_bgsave_status: "ok",
  });
  for (const each of Object.values(info)) expect(typeof each).toBe("string");
  for (const name of ["tcp_port", "connected_clients", "uptime_in_days"]) {
    expect(info[name]).toMatch(/^\d+$/);
  }
  expect(dbSize).toBeGreaterThan(0);
  expect(commandStats.map((each) => each.name)).toEqual([
    "page_hit",
    "page_miss",
    "value_hit",
    "value_miss",
  ]);
  expect(expected).toBe(2);
  expect(processes).toHaveLength(2);
  expect(processes.map((row) => row.pages.entries)).toContain(1);
  expect(stores.find((row) => row.cacheName === "page_cache:")).toEqual({
    cacheName: "page_cache:",
    remark: "网站页面",
    kind: "copy",
    count: 1,
  });
  await clear("clearCacheAll");
  // A drop still on its way would remove the pages of the next test.
  await allHeard(it.db, there.context);
  expect(keptThere()).toEqual([]);
});

test("one page, pages of a tag, all pages: dropped on every process", async () => {
  for (const key of ["/a?", "/b?page=2", "/c?"]) keep(key, key === "/c?" ? "content" : "menu");
  keep("/?", "menu");
  expect(await keys("page_cache:")).toEqual([
    "page_cache:/",
    "page_cache:/a",
    "page_cache:/b?page=2",
    "page_cache:/c",
  ]);
  const shown = await value("page_cache:", encodeURIComponent("page_cache:/b?page=2"));
  expect(JSON.parse(shown.cacheValue ?? "")).toMatchObject({
    页面: "/b?page=2",
    标签: ["site", "menu"],
    进程: [{ 进程号: process.pid, 命中次数: 0, 有效期至: null }],
  });
  // The contract's clients escape nothing.
  expect((await value("page_cache:", "page_cache:/b?page=2")).cacheValue).toBe(shown.cacheValue);
  expect((await value("page_cache:", "page_cache:/")).cacheValue).toContain("/");

  expect((await clear("clearCacheKey/page_cache:/b?page=2")).body.code).toBe(200);
  await vi.waitFor(() => expect(keptThere().sort()).toEqual(["/?", "/a?", "/c?"]));
  await clear("clearCacheKey/page_cache:/");
  await vi.waitFor(() => expect(keptThere().sort()).toEqual(["/a?", "/c?"]));
  await clear("clearTag/content");
  await vi.waitFor(() => expect(keptThere()).toEqual(["/a?"]));
  await there.context.memo.get("survivor", ["links"], async () => 1);
  await clear("clearCacheName/page_cache:");
  await vi.waitFor(() => expect(keptThere()).toEqual([]));
  expect(await keys("memo:")).toContain("memo:survivor");
  expect((await clear("clearTag/article:1")).body.msg).toBe("缓存标签不存在");
  expect((await clear("clearTag/all")).body.msg).toBe("缓存标签不存在");
});

test("kept values are listed by key, never shown, and read anew once cleared", async () => {
  let loads = 0;
  const read = (key: string) => there.context.memo.get(key, ["content"], async () => ++loads);
  await read("list:1,2");
  await it.call("GET", "/system/config/configKey/sys.user.initPassword", { token });
  expect(await keys("sys_config:")).toEqual(["sys_config:setting-rows"]);
  const { cacheValue, remark } = await value("sys_config:", "sys_config:setting-rows");
  expect(remark).toBe("配置信息");
  expect(cacheValue).toContain("请在对应的管理页面查看");
  expect(cacheValue).not.toMatch(/initPassword/);
  expect(await keys("memo:")).toContain("memo:list:1,2");
  await clear(`clearCacheKey/${encodeURIComponent("memo:list:1,2")}`);
  await vi.waitFor(async () => expect(await keys("memo:")).not.toContain("memo:list:1,2"));
  await read("list:1,2");
  expect(loads).toBe(2);
  await clear("clearCacheName/memo");
  await vi.waitFor(async () => expect(await keys("memo:")).toEqual([]));
  expect(await keys("sys_config:")).toEqual(["sys_config:setting-rows"]);
  await clear("clearCacheName/sys_config:");
  await vi.waitFor(async () => expect(await keys("sys_config:")).toEqual([]));
});

test("sessions: no token leaves, ending one needs the right for that, one's own stays", async () => {
  const someone = await it.as("staff", { deptId: 104 });
  const cacheOnly = await staffWith(it, "monitor:cache:list");
  const guard = await staffWith(it, "monitor:cache:list", "monitor:online:forceLogout");
  const { rows } = await it.db.execute<{ id: number; hash: string }>(
    sql`select id, encode(token_hash, 'hex') as hash from session
      where user_id = ${someone.userId}`,
  );
  const key = `login_tokens:${rows[0]?.id}`;
  expect(await keys("login_tokens:")).toContain(key);
  const { cacheValue } = await value("login_tokens:", key);
  expect(JSON.parse(cacheValue ?? "")).toMatchObject({
    用户: someone.userName,
    部门: "会员部",
    登录地址: "127.0.0.1",
    最迟失效: expect.stringMatching(/^\d{4}-/),
  });
  expect(cacheValue).not.toContain(someone.token);
  expect(cacheValue).not.toContain(rows[0]?.hash);

  for (const url of ["getKeys/login_tokens:", `getValue/login_tokens:/${key}`]) {
    const read = async (caller: string) =>
      (await it.call("GET", `/monitor/cache/${url}`, { token: caller })).body.code;
    expect(await read(cacheOnly.token)).toBe(403);
    expect(await read(guard.token)).toBe(200);
  }
  expect((await clear(`clearCacheKey/${key}`, cacheOnly.token)).body.code).toBe(403);
  expect((await clear("clearCacheName/login_tokens:", guard.token)).body.code).toBe(403);
  expect(await isAlive(someone.token)).toBe(true);
  expect((await clear(`clearCacheKey/${key}`, guard.token)).body.code).toBe(200);
  expect(await isAlive(someone.token)).toBe(false);
  // Cleared: the contract's clients ask for it all the same.
  expect(await value("login_tokens:", key)).toEqual({
    cacheName: "login_tokens:",
    cacheKey: key,
    cacheValue: null,
    remark: "用户信息",
  });
  const own = await it.db.execute<{ id: number }>(
    sql`select id from session where user_id = ${guard.userId}`,
  );
  const refused = await clear(`clearCacheKey/login_tokens:${own.rows[0]?.id}`, guard.token);
  expect(refused.body.msg).toBe("当前会话不能在此清除，请使用「退出登录」");

  // All caches: nobody is logged out.
  expect((await clear("clearCacheAll", cacheOnly.token)).body.code).toBe(200);
  for (const each of [cacheOnly, guard, { token }]) expect(await isAlive(each.token)).toBe(true);
  const lead = await staffWith(
    it,
    "monitor:cache:list",
    "monitor:online:forceLogout",
    "monitor:online:batchLogout",
  );
  expect((await clear("clearCacheName/login_tokens", lead.token)).body.code).toBe(200);
  expect(await isAlive(guard.token)).toBe(false);
  expect(await isAlive(lead.token)).toBe(true);
});

test("captchas show no answer, and count towards the limits after they were cleared", async () => {
  const { token: fresh } = await it.as("admin");
  const { body } = await it.call("GET", "/captchaImage");
  const uuid = String(body.uuid);
  await it.db.update(captcha).set({ answer: "987654" }).where(eq(captcha.uuid, uuid));
  const answer = await it.call("GET", `/monitor/cache/getKeys/captcha_codes:`, { token: fresh });
  expect(answer.body.data).toContain(`captcha_codes:${uuid}`);
  const shown = await it.call(
    "GET",
    `/monitor/cache/getValue/captcha_codes:/captcha_codes:${uuid}`,
    { token: fresh },
  );
  expect(shown.text).not.toContain("987654");
  expect(shown.text).toContain("图片");
  await clear(`clearCacheKey/captcha_codes:${uuid}`, fresh);
  const rows = await it.db.select().from(captcha).where(eq(captcha.uuid, uuid));
  expect(rows[0]?.expiresAt.getTime()).toBe(0);
  await clear("clearCacheName/captcha_codes:", fresh);
});

test("locks are opened by those who may unlock", async () => {
  const { token: admin } = await it.as("admin");
  const cacheOnly = await staffWith(it, "monitor:cache:list");
  const unlocker = await staffWith(it, "monitor:cache:list", "monitor:logininfor:unlock");
  await it.db.insert(loginGuard).values([
    { key: "name:wang", failures: 5 },
    { key: "person:7", failures: 2 },
    { key: "ip:203.0.113.9", failures: 12, blockedUntil: new Date(Date.now() + 60_000) },
  ]);
  const list = async (name: string) =>
    (await it.call("GET", `/monitor/cache/getKeys/${name}`, { token: admin })).body.data;
  expect(await list("pwd_err_cnt:")).toEqual(["pwd_err_cnt:name:wang", "pwd_err_cnt:person:7"]);
  expect(await list("rate_limit:")).toEqual(["rate_limit:ip:203.0.113.9"]);
  const key = "pwd_err_cnt:name:wang";
  const shown = await get(`/getValue/pwd_err_cnt:/${key}`, admin);
  expect(JSON.parse((shown.data as { cacheValue: string }).cacheValue)).toMatchObject({
    失败次数: 5,
  });
  for (const url of [
    `getValue/pwd_err_cnt:/${key}`,
    "getKeys/pwd_err_cnt:",
    "getKeys/rate_limit",
  ]) {
    const { body } = await it.call("GET", `/monitor/cache/${url}`, { token: cacheOnly.token });
    expect(body.code).toBe(403);
  }
  for (const url of [`clearCacheKey/${key}`, "clearCacheName/rate_limit:"]) {
    expect((await clear(url, cacheOnly.token)).body.code).toBe(403);
    expect((await clear(url, unlocker.token)).body.code).toBe(200);
  }
  expect(await it.db.select({ key: loginGuard.key }).from(loginGuard)).toEqual([
    { key: "person:7" },
  ]);
  // A key of another kind is not reached through this name.
  await clear("clearCacheKey/rate_limit:person:7", unlocker.token);
  expect(await it.db.$count(loginGuard)).toBe(1);
});

test("every clearing is in the operation log", async () => {
  const cleaner = await staffWith(it, "monitor:cache:list");
  await clear("clearCacheKey/page_cache:/nowhere", cleaner.token);
  await clear("clearCacheName/page_cache:", cleaner.token);
  await clear("clearTag/menu", cleaner.token);
  await clear("clearCacheAll", cleaner.token);
  await clear("clearCacheName/none", cleaner.token);
  const rows = () =>
    it.db
      .select()
      .from(operLog)
      .where(and(eq(operLog.title, "缓存监控"), eq(operLog.operName, cleaner.userName)))
      .orderBy(asc(operLog.operId));
  await expect.poll(async () => (await rows()).length).toBe(5);
  expect((await rows()).map((row) => [row.businessType, row.status])).toEqual([
    [3, 0],
    [9, 0],
    [9, 0],
    [9, 0],
    [9, 1],
  ]);
});

test("odd names and keys, and missing rights", async () => {
  const { token: admin } = await it.as("admin");
  expect((await clear("clearCacheName/none", admin)).body.msg).toBe("缓存名称不存在");
  for (const bad of ["none", "none:1", "%00", "a/b/c"]) {
    expect((await clear(`clearCacheKey/${bad}`, admin)).body.msg, bad).toBe("缓存键名不存在");
  }
  for (const odd of [
    "login_tokens:abc",
    "login_tokens:-1",
    "login_tokens:9007199254740993",
    "login_tokens:%00",
    `captcha_codes:${"x".repeat(2_000)}`,
    "pwd_err_cnt:%25",
    "page_cache:/..%2F..%2Fetc,passwd",
    "repeat_submit:/system/post",
  ]) {
    const { code, data } = await get(`/getValue/login_tokens:/${odd}`, admin);
    expect([odd, code, (data as { cacheValue: null }).cacheValue]).toEqual([odd, 200, null]);
    expect((await clear(`clearCacheKey/${odd}`, admin)).body.code, odd).toBe(200);
  }
  const other = await staffWith(it, "monitor:server:list");
  for (const url of ["", "/getNames", "/getKeys/sys_dict:", "/getValue/sys_dict:/sys_dict:x"]) {
    expect((await get(url, other.token)).code).toBe(403);
  }
  for (const url of [
    "clearCacheAll",
    "clearCacheName/memo",
    "clearCacheKey/memo:x",
    "clearTag/menu",
  ]) {
    expect((await clear(url, other.token)).body.code).toBe(403);
  }
});
