import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { post, userPost } from "./table.server.ts";

const it = await startApp();
const { token, userName } = await it.as("admin");

const list = async (query = "") =>
  (await it.call("GET", `/system/post/list${query}`, { token })).body as unknown as {
    code: number;
    msg: string;
    total: number;
    rows: Record<string, unknown>[];
  };
const codes = async (query: string) => (await list(query)).rows.map((row) => row.postCode);
const add = (body: object) => it.call("POST", "/system/post", { token, body });
const rowOf = async (postCode: string) => {
  const [row] = await it.db.select().from(post).where(eq(post.postCode, postCode));
  return row;
};

test("the list: rows, order, types, filters", async () => {
  const all = await list();
  expect(all).toMatchObject({ code: 200, msg: "查询成功", total: 4 });
  expect(all.rows.map((row) => row.postCode)).toEqual(["ceo", "se", "hr", "user"]);
  expect(all.rows[0]).toMatchObject({ postId: 1, postSort: 1, status: "0", createBy: "system" });
  expect(all.rows[0]?.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(await codes("?postName=%E4%BC%9A")).toEqual(["ceo"]);
  expect(await codes("?postCode=E&status=0")).toEqual(["ceo", "se", "user"]);
  expect(await codes("?status=1")).toEqual([]);
  // A person's % and _ are characters, and an unknown key is ignored.
  expect(await codes("?postCode=%25")).toEqual([]);
  expect(await codes("?postCode=_&nonsense=1&__proto__[x]=1")).toEqual([]);
  expect(await codes("?postCode=%00ceo")).toEqual(["ceo"]);
});

test("the list: pages are reasonable", async () => {
  const two = await list("?pageNum=2&pageSize=3");
  expect([two.total, two.rows.length]).toEqual([4, 1]);
  expect(await codes("?pageNum=99&pageSize=3")).toEqual(["user"]);
  expect(await codes("?pageNum=-3&pageSize=2")).toEqual(["ceo", "se"]);
  expect(await codes("?pageNum=x&pageSize=x")).toHaveLength(4);
  for (let index = 0; index < 105; index++) {
    await it.db.insert(post).values({ postCode: `many${index}`, postName: `批量${index}` });
  }
  expect(await codes("?postCode=many")).toHaveLength(10);
  expect(await codes("?postCode=many&pageSize=100")).toHaveLength(100);
  expect(await codes("?postCode=many&pageSize=5000")).toHaveLength(100);
  await it.db.delete(post).where(sql`post_code like 'many%'`);
});

test("the list: sorting by a white list, ranges by day", async () => {
  expect(await codes("?orderByColumn=postCode&isAsc=descending")).toEqual([
    "user",
    "se",
    "hr",
    "ceo",
  ]);
  for (const bad of ["post_code", "postCode;drop", "constructor", "postCode&isAsc=up"]) {
    const answer = await list(`?orderByColumn=${bad}`);
    expect(answer).toMatchObject({ code: 500, msg: "参数不符合规范，不能进行查询" });
  }
  await it.db
    .update(post)
    .set({ createTime: new Date("2026-03-05T23:59:59+08:00") })
    .where(eq(post.postCode, "se"));
  for (const range of [
    "?params[beginTime]=2026-03-05&params[endTime]=2026-03-05",
    "?beginTime=2026-03-05&endTime=2026-03-05",
    "?beginCreateTime=2026-03-05&endCreateTime=2026-03-05",
    "?params%5BbeginCreateTime%5D=2026-03-05+23:59:59&params%5BendCreateTime%5D=2026-03-05+23:59:59",
  ]) {
    expect(await codes(range)).toEqual(["se"]);
  }
  expect(await codes("?endTime=2026-03-04")).toEqual([]);
  expect(await list("?beginTime=gestern")).toMatchObject({
    code: 500,
    msg: "日期格式不正确，应为 yyyy-MM-dd",
  });
});

test("add and edit: kept, signed, read-only and unknown keys ignored", async () => {
  const added = await add({
    postCode: " editor ",
    postName: "编辑",
    postSort: "7",
    postId: 1,
    createBy: "somebody",
    flag: true,
    params: { x: 1 },
  });
  expect(added.body).toMatchObject({ code: 200, msg: "操作成功" });
  const row = await rowOf("editor");
  expect(row).toMatchObject({ postName: "编辑", postSort: 7, status: "0", createBy: userName });
  expect(row?.postId).toBeGreaterThanOrEqual(100);

  const got = await it.call("GET", `/system/post/${row?.postId}`, { token });
  const whole = got.body.data as Record<string, unknown>;
  expect(whole).toMatchObject({ postCode: "editor", remark: "" });
  const edited = await it.call("PUT", "/system/post/", {
    token,
    body: { ...whole, postId: String(row?.postId), postName: "责任编辑", status: 1, createBy: "x" },
  });
  expect(edited.body.code).toBe(200);
  expect(await rowOf("editor")).toMatchObject({
    postName: "责任编辑",
    status: "1",
    createBy: userName,
    updateBy: userName,
    updateTime: expect.any(Date),
  });
});

test("invalid posts are refused with the contract's texts on their fields", async () => {
  const refused = await add({ postCode: "x".repeat(65), postName: "", postSort: -1, status: "7" });
  expect(refused.body).toMatchObject({
    code: 500,
    msg: "岗位编码长度不能超过64个字符",
    data: {
      postCode: "岗位编码长度不能超过64个字符",
      postName: "岗位名称不能为空",
      postSort: "显示顺序应为 0 到 999999 的整数",
      status: "岗位状态不正确",
    },
  });
  expect((await add({})).body.data).toEqual({
    postCode: "岗位编码不能为空",
    postName: "岗位名称不能为空",
    postSort: "显示顺序不能为空",
  });
  const noBody = await it.call("POST", "/system/post", { token });
  expect(noBody.body.msg).toBe("岗位编码不能为空");
  const naughty = await add({ postCode: { $gt: "" }, postName: "a\u0000b", postSort: 1 });
  expect(naughty.body.data).toEqual({
    postCode: "岗位编码格式不正确",
    postName: "岗位名称格式不正确",
  });
  const cleared = await it.call("PUT", "/system/post", {
    token,
    body: { postId: 1, postName: "" },
  });
  expect(cleared.body.data).toEqual({ postName: "岗位名称不能为空" });
});

test("a name or code that is taken is said on the field, also when two ask at once", async () => {
  const name = await add({ postCode: "boss", postName: "会长", postSort: 1 });
  expect(name.body).toMatchObject({
    code: 500,
    msg: "新增岗位'会长'失败，岗位名称已存在",
    data: { postName: "岗位名称已存在" },
  });
  const code = await it.call("PUT", "/system/post", {
    token,
    body: { postId: 2, postCode: "ceo" },
  });
  expect(code.body).toMatchObject({
    msg: "修改岗位'项目主管'失败，岗位编码已存在",
    data: { postCode: "岗位编码已存在" },
  });

  // Another one writes the same name between the check and the insert.
  let answer: ReturnType<typeof add> | undefined;
  await it.db.transaction(async (tx) => {
    await tx.insert(post).values({ postCode: "race1", postName: "同时", postSort: 9 });
    answer = add({ postCode: "race2", postName: "同时", postSort: 1 });
    await expect
      .poll(async () => {
        const { rows } = await it.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length;
      })
      .toBe(1);
  });
  expect((await answer)?.body).toMatchObject({
    msg: "新增岗位'同时'失败，岗位名称已存在",
    data: { postName: "岗位名称已存在" },
  });
});

test("remove: many at once, an assigned one is kept with the whole call", async () => {
  const ids: number[] = [];
  for (let index = 0; index < 600; index++) {
    const [row] = await it.db
      .insert(post)
      .values({ postCode: `gone${index}`, postName: `待删${index}` })
      .returning({ id: post.postId });
    ids.push(row?.id ?? 0);
  }
  await it.db.insert(userPost).values({ userId: 1, postId: 4 });
  const kept = await it.call("DELETE", `/system/post/4,${ids[0]}`, { token });
  expect(kept.body).toMatchObject({ code: 500, msg: "普通员工已分配,不能删除" });
  expect(await rowOf("gone0")).toBeDefined();
  const gone = await it.call("DELETE", `/system/post/${ids.join(",")}`, { token });
  expect(gone.body.code).toBe(200);
  expect((await list("?postCode=gone")).total).toBe(0);
  for (const bad of ["abc", "1,", "1;2", "1 or 1=1", "%2e%2e"]) {
    const answer = await it.call("DELETE", `/system/post/${encodeURIComponent(bad)}`, { token });
    expect(answer.body.msg).toBe("编号格式不正确");
  }
  const unknown = await it.call("DELETE", "/system/post/9999999999999999999", { token });
  expect(unknown.body.code).toBe(404);
});

test("what does not exist is said so", async () => {
  for (const [method, url, body] of [
    ["GET", "/system/post/987654", undefined],
    ["PUT", "/system/post", { postId: 987654, postName: "无" }],
    ["PUT", "/system/post", { postName: "无" }],
  ] as const) {
    const answer = await it.call(method, url, { token, ...(body ? { body } : {}) });
    expect([url, answer.status, answer.body.code]).toEqual([
      url,
      200,
      url.endsWith("post") && !("postId" in (body ?? {})) ? 500 : 404,
    ]);
  }
});

test("each verb needs its own permission", async () => {
  const reader = await staffWith(it, "system:post:list");
  expect(await verbCodes(it, "/system/post", reader.token)).toEqual({
    list: 200,
    query: 403,
    add: 403,
    edit: 403,
    remove: 403,
    exportFile: 403,
    exportName: 403,
  });
  const writer = await staffWith(it, "system:post:query", "system:post:edit", "system:post:export");
  expect(await verbCodes(it, "/system/post", writer.token)).toEqual({
    list: 403,
    query: 404,
    add: 403,
    edit: 404,
    remove: 403,
    exportFile: 200,
    exportName: 200,
  });
  const member = await it.as("member");
  for (const url of ["/system/post/list", "/system/post/optionselect"]) {
    expect((await it.call("GET", url, { token: member.token })).body.code).toBe(403);
    expect((await it.call("GET", url)).body.code).toBe(401);
  }
  const options = await it.call("GET", "/system/post/optionselect", { token: reader.token });
  expect((options.body.data as object[])[0]).toMatchObject({ postId: 1, postCode: "ceo" });
});
