import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { asc, eq, gt, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "#src/db/client.ts";
import { localStore } from "#src/server/files/file-store.ts";
import type { Operation } from "#src/server/log/oper-log.ts";
import { parseEnv } from "#src/server/start/env.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { staffWith } from "#src/test/rights.ts";
import { post as postTable } from "../../system/post/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { keepAnchor } from "./anchor.server.ts";
import { appendOperations } from "./chain.server.ts";
import { auditVerifyCommand } from "./command.server.ts";
import { operLog, operLogHead } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

const printed: string[] = [];
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => {
  vi.mocked(console.log).mockRestore();
  printed.length = 0;
});

type Row = typeof operLog.$inferSelect;

/** Rows that `act` leaves; they are there when it has its answer. */
async function rowsOf(count: number, act: () => Promise<unknown>): Promise<Row[]> {
  const [head] = await it.db.select().from(operLogHead);
  const before = head?.lastId ?? 0;
  await act();
  const read = () =>
    it.db.select().from(operLog).where(gt(operLog.operId, before)).orderBy(asc(operLog.operId));
  const rows = await read();
  expect(rows).toHaveLength(count);
  return rows;
}
async function rowOf(act: () => Promise<unknown>): Promise<Row> {
  const [row] = await rowsOf(1, act);
  if (!row) throw new Error("no row");
  return row;
}
const call = (method: string, url: string, body?: object) =>
  it.call(method, url, { token, ...(body ? { body } : {}) });
const list = async (query = "") =>
  (await call("GET", `/monitor/operlog/list${query}`)).body as unknown as {
    code: number;
    msg: string;
    total: number;
    rows: Record<string, unknown>[];
  };
const verify = async () => {
  const env = parseEnv({ DATA_DIR: it.dataDir }, path.resolve(import.meta.dirname, "../../../.."));
  return [await auditVerifyCommand(it.db, [], env), printed.at(-1)];
};

test("a write leaves one row that says who did what, with what outcome", async () => {
  await it.db.update(user).set({ deptId: 107 }).where(eq(user.userId, 1));
  const body = { postCode: "log1", postName: "日志员", postSort: 1, unknown: "x" };
  const added = await rowOf(() => it.call("POST", "/system/post", { token, body, ip: "10.1.2.3" }));
  expect(added).toMatchObject({
    title: "岗位管理",
    businessType: 1,
    method: "/system/post",
    requestMethod: "POST",
    operatorType: 1,
    operName: "admin",
    deptName: "信息部",
    operUrl: "/system/post",
    operIp: "10.1.2.3",
    operLocation: "内网IP",
    operParam: '{"postCode":"log1","postName":"日志员","postSort":1}',
    jsonResult: '{"code":200,"msg":"操作成功"}',
    status: 0,
    errorMsg: "",
  });
  expect(added.costTime).toBeGreaterThanOrEqual(0);
  expect(Math.abs(added.operTime.getTime() - Date.now())).toBeLessThan(20_000);

  const refused = await rowOf(() => call("POST", "/system/post", body));
  expect(refused).toMatchObject({
    businessType: 1,
    status: 1,
    errorMsg: "新增岗位'日志员'失败，岗位名称已存在",
  });
  const invalid = await rowOf(() => call("POST", "/system/notice", { noticeType: "9" }));
  expect(invalid).toMatchObject({ title: "通知公告", status: 1, errorMsg: "公告类型格式不正确" });
});

test("verbs of crud, queries and paths, far addresses, exports", async () => {
  const [row] = await it.db
    .execute<{ id: number }>(sql`select post_id as id from sys_post where post_code = 'log1'`)
    .then(({ rows }) => rows);
  const edited = await rowOf(() => call("PUT", "/system/post", { postId: row?.id, postSort: 2 }));
  expect(edited).toMatchObject({ title: "岗位管理", businessType: 2, requestMethod: "PUT" });
  const removed = await rowOf(() =>
    it.call("DELETE", `/system/post/${row?.id},99999?why=1`, { token, ip: "203.0.113.9" }),
  );
  expect(removed).toMatchObject({
    businessType: 3,
    method: "/system/post/:ids",
    operUrl: `/system/post/${row?.id},99999`,
    operParam: `{"ids":"${row?.id},99999","why":"1"}`,
    operLocation: "XX XX",
  });
  const file = await rowOf(() => call("POST", "/system/post/export"));
  expect(file).toMatchObject({ title: "岗位管理", businessType: 5, status: 0, jsonResult: "" });
  // The answer of an old client's export is the key of the file.
  const name = await rowOf(() => call("GET", "/system/dict/data/export?dictType=sys_yes_no"));
  expect(name).toMatchObject({ title: "字典数据", businessType: 5, status: 0, jsonResult: "" });
  const refreshed = await rowOf(() => call("DELETE", "/system/dict/type/refreshCache"));
  expect(refreshed).toMatchObject({ title: "字典类型", businessType: 9 });
  const entry = await rowOf(() => call("DELETE", "/system/dict/data/99999"));
  expect(entry).toMatchObject({ title: "字典类型", businessType: 3, status: 1 });
});

/** They only check the call's own data: nothing is written, nothing leaves. */
const LOOKS = [
  "/prod-api/system/user/importPreview",
  "/prod-api/system/user/importErrors",
  "/prod-api/api/bll/member/importTemplate",
  "/prod-api/api/bll/member/importPreview",
  "/prod-api/api/bll/member/importErrors",
  "/prod-api/api/bll/member/renewal/batch/check",
  "/prod-api/api/bll/finance/statement/importPreview",
  "/prod-api/api/bll/article/desk/check",
  "/prod-api/api/bll/article/desk/preview",
  // Tabs say every few seconds that they are open.
  "/prod-api/api/bll/article/desk/editing",
  "/prod-api/api/bll/wording/desk/try",
];

test("every write and every export behind a permission declares its row", () => {
  const silent = it.app.routeTable
    .filter(({ method, url }) => url.endsWith("/export") || !["GET", "HEAD"].includes(method))
    .filter(({ access, log }) => String(access).includes(":") && log === undefined)
    .filter(({ url }) => !LOOKS.includes(url));
  expect(silent).toEqual([]);
});

test("passwords, codes, tokens and files are left out, long texts are cut", async () => {
  const change = { oldPassword: "Old-Secret-1", newPassword: "New-Secret-2", code: "123456" };
  const password = await rowOf(() => call("PUT", "/system/user/profile/updatePwd", change));
  expect(password).toMatchObject({ title: "个人信息", businessType: 2, operParam: "{}" });
  const profile = await rowOf(() =>
    call("PUT", "/system/user/profile", { nickName: "系统管理员", phonenumber: "13800000001" }),
  );
  expect(profile.operParam).toBe('{"nickName":"系统管理员","phonenumber":"138****0001"}');
  const [setting] = (await call("GET", "/system/config/list?configKey=initPassword")).body
    .rows as Record<string, unknown>[];
  const config = await rowOf(() =>
    call("PUT", "/system/config", { ...setting, configValue: "Lantern-New-2026" }),
  );
  expect(config.status).toBe(0);
  expect(config.operParam).toContain("sys.user.initPassword");
  expect(config.operParam).not.toContain("Lantern-New");
  const totp = await rowOf(() => call("POST", "/system/user/profile/totp", { password: "x" }));
  expect(totp).toMatchObject({
    title: "两步验证",
    operParam: "{}",
    errorMsg: "密码错误，请重新输入",
  });
  const notice = await rowOf(() =>
    call("POST", "/system/notice", {
      noticeTitle: "长公告",
      noticeType: "1",
      noticeContent: `${"长".repeat(499)}😀${"x".repeat(5_000)}`,
      remark: "a\u0007b",
    }),
  );
  expect(notice.operParam.length).toBeLessThan(700);
  expect(notice.operParam).toContain('"remark":"a\\u0007b"');
  const picture = await rowOf(() =>
    upload(
      it,
      "/system/user/profile/avatar",
      [{ field: "avatarfile", name: "a.png", bytes: new Uint8Array(9) }],
      { token },
    ),
  );
  expect(picture).toMatchObject({ title: "用户头像", operParam: "", status: 1 });
});

test("who may not is written down too, nobody is not", async () => {
  const reader = await staffWith(it, "system:post:list");
  const refused = await rowOf(() => it.call("DELETE", "/system/post/1", { token: reader.token }));
  expect(refused).toMatchObject({
    operName: reader.userName,
    status: 1,
    errorMsg: "没有权限，请联系管理员授权",
    deptName: "",
  });
  const rows = await rowsOf(1, async () => {
    await it.call("DELETE", "/system/post/1");
    await it.call("DELETE", "/system/post/1", { token: reader.token });
  });
  expect(rows[0]?.operName).toBe(reader.userName);
});

test("many at once make one chain, and it holds", async () => {
  await rowsOf(150, () =>
    Promise.all(Array.from({ length: 150 }, () => call("DELETE", "/system/post/987654"))),
  );
  expect(await verify()).toEqual([0, expect.stringMatching(/^操作日志完整，共 \d+ 条/)]);
});

test("writers of several processes make one chain too", async () => {
  const operation = (number: number): Operation => ({
    title: "并行",
    businessType: 0,
    method: "",
    requestMethod: "GET",
    userId: 1,
    operName: `writer${number}`,
    operUrl: "",
    operIp: "",
    operParam: "",
    jsonResult: "",
    status: 0,
    errorMsg: "",
    operTime: new Date(),
    costTime: 0,
  });
  const { db, close } = connect(it.databaseUrl, 8);
  const context = { env: parseEnv({ DATA_DIR: it.dataDir }, it.dataDir) };
  await rowsOf(60, () =>
    Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        db.transaction((tx) =>
          appendOperations(context, tx, [operation(number), operation(number)]),
        ),
      ),
    ),
  );
  await close();
  expect((await verify())[0]).toBe(0);
});

test("hanging up before the answer hides nothing", async () => {
  const address = new URL(await it.app.listen({ port: 0, host: "127.0.0.1" }));
  const [post] = await it.db
    .insert(postTable)
    .values({ postCode: "hangup", postName: "挂断" })
    .returning({ id: postTable.postId });
  const socket = net.connect(Number(address.port), address.hostname);
  await once(socket, "connect");
  const row = await rowOf(async () => {
    await it.db.transaction(async (tx) => {
      await tx
        .select()
        .from(postTable)
        .where(eq(postTable.postId, post?.id ?? 0))
        .for("update");
      socket.write(
        `DELETE /prod-api/system/post/${post?.id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      await expect
        .poll(async () => {
          const { rows } = await it.db.execute(sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
          return rows.length;
        })
        .toBe(1);
      socket.destroy();
      await once(socket, "close");
    });
    // Nobody gets an answer: the row is there as soon as the post is gone.
    await expect.poll(() => it.db.$count(postTable, eq(postTable.postCode, "hangup"))).toBe(0);
  });
  expect(row).toMatchObject({ title: "岗位管理", businessType: 3, status: 0 });
});

test("the list: newest first, filters, moments, order, detail", async () => {
  const all = await list("?pageSize=3");
  expect(all).toMatchObject({ code: 200, msg: "查询成功" });
  const ids = all.rows.map((row) => Number(row.operId));
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(all.rows[0]).toMatchObject({ businessType: 3, status: 0, operatorType: 1 });
  expect(all.rows[0]?.operTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const totals = async (query: string) => (await list(query)).total;
  expect(await totals("?title=%E5%85%AC%E5%91%8A")).toBe(2);
  expect(await totals("?operIp=203.0")).toBe(1);
  expect(await totals("?orderByColumn=operTime")).toBe(await it.db.$count(operLog));
  expect(await totals("?operName=adm&businessType=5&status=0")).toBe(2);
  expect(await totals("?businessTypes=5,9")).toBe(3);
  expect(await totals("?businessType=x")).toBe(0);
  expect(await totals("?businessType=99999999999999999999")).toBe(0);
  expect(
    await totals("?params[beginTime]=2020-01-01+00:00:00&params[endTime]=2020-01-02+23:59:59"),
  ).toBe(0);
  expect(await totals("?beginTime=2020-01-01")).toBe(all.total);
  const slow = await list("?orderByColumn=costTime&isAsc=descending");
  const costs = slow.rows.map((row) => Number(row.costTime));
  expect(costs).toEqual([...costs].sort((a, b) => b - a));
  // Long texts of a million rows are sorted for nobody.
  for (const column of ["cost_time", "jsonResult"]) {
    expect(await list(`?orderByColumn=${column}`)).toMatchObject({
      code: 500,
      msg: "参数不符合规范，不能进行查询",
    });
  }
});

test("deleting and clearing hide rows from the list; the record stays and both are in it", async () => {
  const { rows, total } = await list("?pageSize=2");
  const ids = rows.map((row) => row.operId).join(",");
  const deleted = await rowOf(() => call("DELETE", `/monitor/operlog/${ids},4000000000`));
  expect(deleted).toMatchObject({ title: "操作日志", businessType: 3, status: 0 });
  expect((await list()).total).toBe(total - 2 + 1);
  await rowsOf(5, async () => {
    expect((await call("DELETE", `/monitor/operlog/${ids}`)).body.code).toBe(404);
    for (const bad of ["abc", "-1", "1;2"]) {
      expect((await call("DELETE", `/monitor/operlog/${bad}`)).body.msg).toBe("编号格式不正确");
    }
    expect((await call("DELETE", "/monitor/operlog/9007199254740992")).body.code).toBe(404);
  });

  const kept = await it.db.$count(operLog);
  const cleared = await rowOf(() => call("DELETE", "/monitor/operlog/clean"));
  expect(cleared).toMatchObject({
    title: "操作日志",
    businessType: 9,
    operUrl: "/monitor/operlog/clean",
  });
  expect((await list()).rows.map((row) => row.operId)).toEqual([cleared.operId]);
  expect(await it.db.$count(operLog)).toBeGreaterThan(kept);
  expect((await verify())[0]).toBe(0);
});

test("each verb needs its own permission", async () => {
  const code = async (method: string, url: string, caller: string) => {
    const answer = await it.call(method, `/monitor/operlog${url}`, { token: caller });
    return String(answer.headers["content-type"]).includes("sheet") ? 200 : answer.body.code;
  };
  const codes = async (caller: string) => [
    await code("GET", "/list", caller),
    await code("DELETE", "/999999999", caller),
    await code("DELETE", "/clean", caller),
    await code("POST", "/export", caller),
    await code("GET", "/export", caller),
  ];
  const reader = await staffWith(it, "monitor:operlog:list");
  const keeper = await staffWith(it, "monitor:operlog:remove", "monitor:operlog:export");
  await rowsOf(8, async () => {
    expect(await codes(reader.token)).toEqual([200, 403, 403, 403, 403]);
    expect(await codes(keeper.token)).toEqual([403, 404, 200, 200, 200]);
  });
});

test("a write whose row cannot be written is not done, and neither is an export", async () => {
  const report = vi.spyOn(it.app.log, "error").mockImplementation(() => undefined);
  await it.db.execute(sql`alter table sys_oper_log rename to hidden_away`);
  const body = { postCode: "unlogged", postName: "无记录", postSort: 1 };
  const text = "系统未知错误，请反馈给管理员";
  expect((await call("POST", "/system/post", body)).body).toEqual({ code: 500, msg: text });
  expect(await it.db.$count(postTable, eq(postTable.postCode, "unlogged"))).toBe(0);
  expect((await call("POST", "/system/post/export")).body).toEqual({ code: 500, msg: text });
  // A refusal has nothing to take back: it stays one, and its row is reported.
  const refused = await call("DELETE", "/system/dict/data/99999");
  expect(refused.body.code).toBe(404);
  expect(report.mock.lastCall?.[0]).toMatchObject({
    err: expect.any(Error),
    operations: [{ title: "字典类型", operName: "admin", status: 1 }],
  });
  await it.db.execute(sql`alter table hidden_away rename to sys_oper_log`);
  report.mockRestore();
  await rowOf(() => call("POST", "/system/post", body));
  expect(await it.db.$count(postTable, eq(postTable.postCode, "unlogged"))).toBe(1);
});

test("a write and its row are seen at the same moment", async () => {
  const seen: [posts: number, rows: number][] = [];
  let isDone = false;
  const look = async () => {
    while (!isDone) {
      const { rows } = await it.db.execute<{ posts: number; rows: number }>(sql`select
        (select count(*) from sys_post where post_code like 'same%')::int as posts,
        (select count(*) from sys_oper_log where oper_param like '%"same%')::int as rows`);
      if (rows[0]) seen.push([rows[0].posts, rows[0].rows]);
    }
  };
  const looking = look();
  await rowsOf(40, async () => {
    for (let number = 0; number < 40; number++) {
      const body = { postCode: `same${number}`, postName: `同时${number}`, postSort: 1 };
      expect((await call("POST", "/system/post", body)).body.code).toBe(200);
    }
  });
  isDone = true;
  await looking;
  expect(seen.length).toBeGreaterThan(1);
  for (const [posts, rows] of seen) expect(rows).toBe(posts);
});

test("the database takes no change of the log; one made by force is found and named", async () => {
  for (const statement of [
    sql`update sys_oper_log set status = 0`,
    sql`delete from sys_oper_log where oper_id = 1`,
    sql`truncate sys_oper_log`,
  ]) {
    await expect(it.db.execute(statement)).rejects.toMatchObject({
      cause: { message: "sys_oper_log is append-only" },
    });
  }
  const env = parseEnv({ DATA_DIR: it.dataDir }, it.dataDir);
  await keepAnchor(it.db, { files: localStore(it.dataDir), env });
  const [head] = await it.db.select().from(operLogHead);
  const last = head?.lastId ?? 0;
  /** The report of verify after statements with the trigger off, all undone again. */
  const after = async (...statements: ReturnType<typeof sql>[]) => {
    let said: unknown;
    await it.db
      .transaction(async (tx) => {
        await tx.execute(sql`alter table sys_oper_log disable trigger all`);
        for (const statement of statements) await tx.execute(statement);
        const code = await auditVerifyCommand(
          { transaction: (act: (db: unknown) => unknown) => act(tx) } as never,
          [],
          env,
        );
        said = [code, printed.at(-1)];
        tx.rollback();
      })
      .catch(() => undefined);
    return said;
  };
  expect(
    await after(sql`update sys_oper_log set oper_name = 'somebody' where oper_id = 7`),
  ).toEqual([1, "第 7 条被改动"]);
  expect(await after(sql`update sys_oper_log set oper_time = now() where oper_id = 7`)).toEqual([
    1,
    "第 7 条被改动",
  ]);
  expect(await after(sql`delete from sys_oper_log where oper_id = 5`)).toEqual([1, "第 5 条缺失"]);
  expect(await after(sql`delete from sys_oper_log where oper_id = ${last}`)).toEqual([
    1,
    `第 ${last} 条缺失`,
  ]);
  // The tail, and the head moved back to match: the anchor outside of the database shows it.
  expect(
    await after(
      sql`update sys_oper_log_head set (last_id, last_hash) =
        (select oper_id, hash from sys_oper_log where oper_id = ${last - 2})`,
      sql`delete from sys_oper_log where oper_id > ${last - 2}`,
    ),
  ).toEqual([1, `第 ${last - 1} 条缺失`]);
  expect(
    await after(
      sql`insert into sys_oper_log select ${last + 1}, title, business_type, method, request_method,
        operator_type, oper_name, dept_name, oper_url, oper_ip, oper_location, oper_param,
        json_result, status, error_msg, oper_time, cost_time, ${head?.lastHash ?? ""}, hash
        from sys_oper_log where oper_id = 3`,
    ),
  ).toEqual([1, `第 ${last + 1} 条被改动`]);
  expect((await verify())[0]).toBe(0);
});
