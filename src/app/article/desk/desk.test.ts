import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { staffWith } from "#src/test/rights.ts";
import { role, userRole } from "../../system/role/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { article } from "../table.server.ts";
import type { DeskCounts, DeskRow } from "./model/desk.ts";
import { readPreview } from "./service.server.ts";
import { articleEditing, articlePreview } from "./table.server.ts";

const it = await startApp();
const chief = await it.as("admin");
const desk = deskCalls(it, chief.token);
const typeId = await makeCategory(it);
const text = { articleName: "家长学校开学", content: "<p>第一课在周六。</p>", typeId };
const READ = ["content:article:list", "content:article:query"] as const;
const WRITE = [...READ, "content:article:add", "content:article:edit"] as const;

/** Someone of a department whose only role has this scope and these permissions. */
async function person(dataScope: string, deptId: number, ...permissions: string[]) {
  const login = await staffWith(it, ...permissions);
  await it.db.update(user).set({ deptId }).where(eq(user.userId, login.userId));
  const [held] = await it.db.select().from(userRole).where(eq(userRole.userId, login.userId));
  await it.db
    .update(role)
    .set({ dataScope })
    .where(eq(role.roleId, held?.roleId ?? 0));
  return { ...login, desk: deskCalls(it, login.token) };
}

const rowsOf = async (who: ReturnType<typeof deskCalls>, query = "") =>
  (await who.call("GET", `/list?pageSize=100${query}`)).body.rows as unknown as DeskRow[];

test("own, department and all: each sees and does what the role reaches, and no more", async () => {
  const own = await person("5", 103, ...WRITE, "content:article:remove");
  const colleague = await person("3", 103, ...WRITE);
  const stranger = await person("3", 105, ...WRITE, "content:article:publish");
  const id = await own.desk.draft(text);
  const theirs = await colleague.desk.draft(text);

  const seen = async (who: { desk: typeof desk }) =>
    (await rowsOf(who.desk)).map((row) => row.id).filter((each) => each === id || each === theirs);
  expect(await seen(own)).toEqual([id]);
  expect((await seen(colleague)).sort()).toEqual([id, theirs].sort());
  expect(await seen(stranger)).toEqual([]);
  expect((await seen({ desk })).length).toBe(2);

  // An article out of reach gets the answer of one that does not exist.
  for (const [method, url, body] of [
    ["GET", `/${id}`],
    ["GET", `/${id}/timeline`],
    ["GET", `/${id}/revisions`],
    ["PUT", "", { id, articleName: "抢" }],
    ["POST", "/submit", { id }],
    ["POST", "/publish", { id, when: "now" }],
    ["POST", "/editing", { id, tabKey: "12345678" }],
    ["POST", "/preview", { id }],
    ["POST", "/restore", { id, revisionId: 1 }],
  ] as const) {
    const answer = await stranger.desk.call(method, url, body);
    expect(answer.body.code, `${method} ${url}`).toBe(404);
  }
  const bulk = await stranger.desk.call("POST", "/bulk", { verb: "publish", ids: [id] });
  expect(bulk.body.data).toMatchObject({ done: 0, refused: [{ reason: "访问资源不存在" }] });
  const rest = await it.db.select().from(article).where(eq(article.id, id));
  expect(rest[0]).toMatchObject({ status: "0", articleName: text.articleName, version: 1 });
  expect((await own.desk.read(id)).allowed).toEqual(["edit", "submit", "recycle"]);
  expect((await colleague.desk.call("DELETE", `/${id}`)).body.code).toBe(403);
});

test("each call asks for its own permission; members and strangers get nothing", async () => {
  const reader = deskCalls(it, (await staffWith(it, "content:article:list")).token);
  const calls = [
    ["GET", "/list", 200],
    ["GET", "/counts", 200],
    ["GET", "/1", 403],
    ["POST", "", 403],
    ["PUT", "", 403],
    ["POST", "/submit", 403],
    ["POST", "/approve", 403],
    ["POST", "/publish", 403],
    ["POST", "/recall", 403],
    ["PUT", "/pin", 403],
    ["PUT", "/pinOrder", 403],
    ["DELETE", "/1", 403],
    ["DELETE", "/purge/1", 403],
    ["POST", "/putBack", 403],
    ["POST", "/check", 403],
    ["POST", "/preview", 403],
    ["POST", "/editing", 403],
  ] as const;
  const member = deskCalls(it, (await it.as("member")).token);
  for (const [method, url, code] of calls) {
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    expect((await reader.call(method, url, body)).body.code, `${method} ${url}`).toBe(code);
    expect((await member.call(method, url, body)).body.code, `${method} ${url}`).toBe(403);
    const nobody = await it.call(method, `/api/bll/article/desk${url}`, body ? { body } : {});
    expect(nobody.body.code, `${method} ${url}`).toBe(401);
  }
});

test("what is wrong is said on its field, and nothing is written", async () => {
  const long = "长".repeat(101);
  const wrong = {
    articleName: long,
    subtitle: { a: 1 },
    summary: "要".repeat(201),
    typeId: "x",
    visible: "everyone",
    isImportant: "maybe",
    cover: "https://elsewhere.example.org/a.png",
    publishTime: "2026-02-30",
    expireTime: 5,
    attachments: [{ name: "表", url: "/etc/passwd", bytes: 3 }],
  };
  const { body } = await desk.call("POST", "", wrong);
  expect(body).toMatchObject({
    code: 500,
    msg: "标题不能超过100个字",
    data: {
      articleName: "标题不能超过100个字",
      subtitle: "副标题格式不正确",
      summary: "摘要不能超过200个字",
      typeId: "栏目不正确",
      visible: "可见范围不正确",
      isImportant: "重要标记不正确",
      cover: "封面应为本站上传的图片",
      publishTime: "发布时间格式不正确，应为 yyyy-MM-dd HH:mm",
      expireTime: "下线时间格式不正确，应为 yyyy-MM-dd HH:mm",
      attachments: "附件应为本站上传的文件",
    },
  });
  expect((await desk.call("POST", "", {})).body.data).toEqual({
    articleName: "请先填写标题或正文",
  });
  const whole = { ...text, content: `<p>${"字".repeat(500_001)}</p>` };
  expect((await desk.call("POST", "", whole)).body.data).toEqual({
    content: "正文过长，请拆成几篇",
  });
  const many = Array.from({ length: 21 }, () => ({ name: "a", url: "", bytes: 1 }));
  expect((await desk.call("POST", "", { ...text, attachments: many })).body.data).toEqual({
    attachments: "附件不能超过20个",
  });
  for (const id of ["", "x", "-1", "9007199254740993", [1], null]) {
    const answer = await desk.call("PUT", "", { id, articleName: "改" });
    expect([404, 500], String(id)).toContain(answer.body.code);
    expect(answer.body.msg).not.toContain("系统未知错误");
  }
});

test("hostile text is text: in every field, in the row and on the way back", async () => {
  const bad = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202e{{7*7}}\${7*7}`;
  const fields = {
    articleName: bad,
    subtitle: bad,
    summary: bad,
    source: "源",
    author: "者",
    seoTitle: bad,
  };
  const id = await desk.draft({ ...fields, typeId, content: `<p onclick="x()">好${bad}</p>` });
  const read = (await desk.read(id)).fields;
  expect(read).toMatchObject({ articleName: bad, subtitle: bad, summary: bad, seoTitle: bad });
  expect(read.content).not.toMatch(/script|onerror|onclick/);
  expect((await rowsOf(desk, `&keyword=${encodeURIComponent(bad)}`)).map((row) => row.id)).toEqual([
    id,
  ]);
});

test("two write at once: the second is told whose, keeps his text, and may insist", async () => {
  const id = await desk.draft(text);
  const other = await person("1", 103, ...WRITE);
  const saved = await other.desk.call("PUT", "", { id, version: 1, articleName: "先存的" });
  expect(saved.body.data).toMatchObject({ version: 2 });
  const late = await desk.call("PUT", "", { id, version: 1, articleName: "后存的" });
  expect(late.body).toMatchObject({
    code: 500,
    msg: "记录已被他人更新，请刷新后重试",
    data: { conflict: { version: 2, savedBy: other.userName } },
  });
  const forced = { id, version: 1, isForced: true, articleName: "后存的" };
  expect((await desk.call("PUT", "", forced)).body.data).toMatchObject({ version: 3 });
  const revisions = (await desk.call("GET", `/${id}/revisions`)).body.rows as {
    id: number;
    kind: string;
    version: number;
  }[];
  expect(revisions.map(({ kind, version }) => [version, kind])).toEqual([
    [3, "conflict"],
    [2, "save"],
    [1, "save"],
  ]);
  const first = revisions[1];
  const kept = await desk.call("GET", `/${id}/revisions/${first?.id}`);
  expect(kept.body.data).toMatchObject({ fields: { articleName: "先存的" } });
  const restored = await desk.call("POST", "/restore", { id, revisionId: first?.id, version: 3 });
  expect(restored.body.data).toMatchObject({ version: 4 });
  expect((await desk.read(id)).fields.articleName).toBe("先存的");
  const elsewhere = await desk.draft(text);
  const foreign = { id: elsewhere, revisionId: first?.id };
  expect((await desk.call("POST", "/restore", foreign)).body.code).toBe(404);
});

test("ten versions at once: one wins each time, none is lost", async () => {
  const id = await desk.draft(text);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      desk.call("PUT", "", { id, version: 1, subtitle: `第${n}个` }),
    ),
  );
  expect(answers.filter((answer) => answer.body.code === 200)).toHaveLength(1);
  expect((await desk.read(id)).version).toBe(2);
});

test("saving by itself makes one revision and no row in the log", async () => {
  const id = await desk.draft(text);
  for (const subtitle of ["一", "二", "三"]) {
    await desk.call("PUT", "", { id, isAutosave: true, subtitle });
  }
  const revisions = (await desk.call("GET", `/${id}/revisions`)).body.rows as { kind: string }[];
  expect(revisions.map((each) => each.kind)).toEqual(["autosave", "save"]);
});

test("who else writes is told while they do", async () => {
  const id = await desk.draft(text);
  const other = await person("1", 103, ...WRITE);
  const mine = (more = {}) => desk.call("POST", "/editing", { id, tabKey: "tab-mine-1", ...more });
  expect((await mine()).body.data).toMatchObject({ version: 1, others: [] });
  await other.desk.call("POST", "/editing", { id, tabKey: "tab-other-1" });
  expect((await mine()).body.data).toMatchObject({ others: [{ nickName: other.userName }] });
  // A tab whose key somebody guessed stays its owner's.
  await other.desk.call("POST", "/editing", { id, tabKey: "tab-mine-1", isLeaving: true });
  expect(await it.db.$count(articleEditing, eq(articleEditing.tabKey, "tab-mine-1"))).toBe(1);
  await other.desk.call("POST", "/editing", { id, tabKey: "tab-other-1", isLeaving: true });
  expect((await mine()).body.data).toMatchObject({ others: [] });
  await other.desk.call("POST", "/editing", { id, tabKey: "tab-other-1" });
  await it.db
    .update(articleEditing)
    .set({ seenAt: new Date(Date.now() - 60_000) })
    .where(eq(articleEditing.tabKey, "tab-other-1"));
  expect((await mine()).body.data).toMatchObject({ others: [] });
  expect((await desk.call("POST", "/editing", { id, tabKey: "short" })).body.data).toEqual({
    tabKey: "标签标识不正确",
  });
});

test("a preview link shows what was written, to who has it, until it runs out", async () => {
  const id = await desk.draft(text);
  const { body } = await desk.call("POST", "/preview", { id, articleName: "还没有保存的标题" });
  const { url } = body.data as { url: string };
  const key = url.replace("/article/preview?key=", "");
  expect(key).toMatch(/^[\w-]{32}$/);
  expect(await readPreview(it.db, key)).toMatchObject({
    fields: { articleName: "还没有保存的标题" },
  });
  expect((await desk.read(id)).fields.articleName).toBe(text.articleName);
  const guess = key.slice(0, -1) + (key.endsWith("_") ? "-" : "_");
  expect(await readPreview(it.db, guess)).toBeUndefined();
  await it.db.update(articlePreview).set({ expiresAt: new Date(Date.now() - 1_000) });
  expect(await readPreview(it.db, key)).toBeUndefined();
});

test("many at once: each by its own rules, and what is refused says why", async () => {
  const type = await makeCategory(it);
  const good = await desk.draft({ ...text, typeId: type, articleName: "可以" });
  const bare = await desk.draft({ articleName: "没有正文" });
  const { body } = await desk.call("POST", "/bulk", { verb: "publish", ids: [good, bare] });
  expect(body.data).toEqual({
    done: 1,
    refused: [{ id: bare, articleName: "没有正文", reason: "请填写正文" }],
  });
  const moved = await desk.call("POST", "/bulk", { verb: "move", ids: [good, bare], typeId });
  expect(moved.body.data).toMatchObject({ done: 2 });
  const closed = await desk.call("POST", "/bulk", {
    verb: "visible",
    asked: { typeId: String(typeId), keyword: "可以" },
    visible: "login",
  });
  expect(closed.body.data).toMatchObject({ done: 1 });
  const shown = (await it.call("GET", `/api/bll/article/${good}`)).body.data;
  expect(shown).toMatchObject({ locked: true, content: null, typeId });
  const found = async () =>
    (await it.call("GET", "/api/bll/article/listPreview?articleName=可以")).body.rows;
  expect(await found()).toHaveLength(1);
  for (const [given, msg] of [
    [{ verb: "explode", ids: [good] }, "不支持的批量操作"],
    [{ verb: "publish" }, "请先选择文章"],
    [{ verb: "publish", ids: [] }, "请先选择文章"],
    [{ verb: "publish", asked: { keyword: "没有这样的词" } }, "没有符合条件的文章"],
    [{ verb: "move", ids: [good] }, "请选择栏目"],
    [{ verb: "visible", ids: [good], visible: "all" }, "请选择可见范围"],
    [
      { verb: "recall", ids: Array.from({ length: 501 }, (_, n) => n + 1) },
      "一次最多处理 500 篇，请分批操作",
    ],
  ] as const) {
    expect((await desk.call("POST", "/bulk", given)).body.msg).toBe(msg);
  }
});

test("the list: filters, counts and orders", async () => {
  const type = await makeCategory(it);
  const below = await makeCategory(it, { parentId: type });
  const a = await desk.draft({
    articleName: "甲篇",
    content: "<p>蒲公英的种子</p>",
    typeId: type,
    source: "会员部",
  });
  const b = await desk.draft({
    articleName: "乙篇",
    content: "<p>别的内容</p>",
    typeId: below,
    visible: "member",
  });
  await desk.call("POST", "/publish", { id: a, when: "past", publishTime: "2024-05-06 08:00:00" });
  await desk.call("DELETE", `/${b}`);
  const ids = async (query: string) =>
    (await rowsOf(desk, `&typeId=${type}${query}`)).map((row) => row.id);
  expect(await ids("")).toEqual([a]);
  expect(await ids("&status=5")).toEqual([b]);
  expect(await ids("&status=3")).toEqual([a]);
  expect(await ids("&status=nonsense")).toEqual([]);
  expect(await ids("&keyword=蒲公英")).toEqual([a]);
  expect(await ids("&keyword=甲")).toEqual([a]);
  expect(await ids("&source=会员")).toEqual([a]);
  expect(await ids("&hasCover=0")).toEqual([a]);
  expect(await ids("&owner=me")).toEqual([a]);
  expect(await ids("&visible=member&status=5")).toEqual([b]);
  expect(await ids("&params%5BbeginTime%5D=2024-05-06&params%5BendTime%5D=2024-05-06")).toEqual([
    a,
  ]);
  expect(await ids("&params%5BbeginTime%5D=2024-05-07")).toEqual([]);
  for (const name of ["publishTime", "reads", "updateTime", "top"]) {
    expect(await ids(`&orderByColumn=${name}&isAsc=descending`), name).toEqual([a]);
  }
  const sorted = await desk.call("GET", "/list?orderByColumn=content");
  expect(sorted.body.msg).toBe("参数不符合规范，不能进行查询");
  const counts = (await desk.call("GET", "/counts")).body.data as unknown as DeskCounts;
  expect(counts.recycled).toBeGreaterThan(0);
  expect(counts.all).toBe((await desk.call("GET", "/list")).body.total);
});
