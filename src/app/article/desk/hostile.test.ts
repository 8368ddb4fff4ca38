import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { staffWith } from "#src/test/rights.ts";
import { category } from "../../article_type/table.server.ts";
import { article } from "../table.server.ts";
import { readPreview } from "./service.server.ts";

const it = await startApp();
const chief = await it.as("admin");
const desk = deskCalls(it, chief.token);
const typeId = await makeCategory(it);
const text = { articleName: "家长学校开学", content: "<p>第一课在周六。</p>", typeId };
const statesOf = async (ids: readonly number[]) =>
  (
    await it.db
      .select({ status: article.status })
      .from(article)
      .where(inArray(article.id, [...ids]))
      .orderBy(article.id)
  ).map((row) => row.status);

test("a revision whose category is gone comes back into the present one", async () => {
  const gone = await makeCategory(it);
  const id = await desk.draft({ ...text, typeId: gone });
  const [first] = (await desk.call("GET", `/${id}/revisions`)).body.rows as { id: number }[];
  await desk.call("PUT", "", { id, typeId, articleName: "改了" });
  await it.db.delete(category).where(eq(category.id, gone));
  const restored = await desk.call("POST", "/restore", { id, revisionId: first?.id });
  expect(restored.body.code).toBe(200);
  expect((await desk.read(id)).fields).toMatchObject({ typeId, articleName: text.articleName });
});

test("a preview link ends with the article, in the bin already", async () => {
  const id = await desk.draft(text);
  const { url } = (await desk.call("POST", "/preview", { id })).body.data as { url: string };
  const key = url.split("key=")[1] ?? "";
  expect(await readPreview(it.db, key)).toMatchObject({ fields: { articleName: "家长学校开学" } });
  await desk.call("DELETE", `/${id}`);
  expect(await readPreview(it.db, key)).toBeUndefined();
  expect((await desk.call("POST", "/preview", { id })).body.msg).toBe(
    "文章在回收站中，请先还原再预览",
  );
  await desk.call("POST", "/putBack", { ids: [id] });
  expect(await readPreview(it.db, key)).toBeDefined();
});

test("several at once: all or none, and two lists crosswise do not wait for each other", async () => {
  const ids = [await desk.draft(text), await desk.draft(text)];
  expect((await desk.call("DELETE", `/${ids.join(",")},999999`)).body.code).toBe(404);
  expect(await statesOf(ids)).toEqual(["0", "0"]);
  const crosswise = await Promise.all([
    desk.call("DELETE", `/${ids.join(",")}`),
    desk.call("DELETE", `/${ids.toReversed().join(",")}`),
  ]);
  expect(crosswise.map(({ body }) => body.code).sort()).toEqual([200, 500]);
  expect(crosswise.map(({ body }) => body.msg)).toContain(
    "文章当前为“回收站”，不能移入回收站，请刷新后再看",
  );
  expect((await desk.call("POST", "/putBack", { ids: [ids[0], 999_999] })).body.code).toBe(404);
  expect(await statesOf(ids)).toEqual(["5", "5"]);
});

test("the order of the pinned ones pins nothing", async () => {
  const id = await desk.draft(text);
  const { body } = await desk.call("PUT", "/pinOrder", { typeId, ids: [id] });
  expect(body.msg).toBe("置顶文章已有变化，请刷新后重试");
  const [row] = await it.db.select().from(article).where(eq(article.id, id));
  expect(row?.top).toBe(0);
});

test("filters that a list would pass over choose nothing to change", async () => {
  for (const asked of [[], [{}], { typeId }, { status: null }, { keyword: { a: 1 } }]) {
    const given = { verb: "recycle", asked };
    expect((await desk.call("POST", "/bulk", given)).body.msg, JSON.stringify(asked)).toBe(
      "筛选条件不正确，请刷新后重试",
    );
  }
});

test("a title, a text and an attachment's name that nobody sees are none", async () => {
  const unseen = "\u200b\u2060\u202e";
  expect((await desk.call("POST", "", { articleName: unseen })).body.data).toEqual({
    articleName: "请先填写标题或正文",
  });
  const id = await desk.draft({ articleName: unseen, content: "<p>字</p>", typeId });
  const refused = await desk.call("POST", "/publish", { id, when: "now" });
  expect(refused.body.data).toEqual({ articleName: "请填写标题" });
  const empty = await desk.draft({ ...text, content: `<p>${unseen}</p>` });
  expect((await desk.call("POST", "/publish", { id: empty })).body.data).toEqual({
    content: "请填写正文",
  });
  const url = "/profile/upload/2026/01/01/00000000000000000000000000000000.pdf";
  const named = (name: string) =>
    desk.call("PUT", "", { id, attachments: [{ name, url, bytes: 1 }] });
  expect((await named(unseen)).body.data).toEqual({ attachments: "附件名称应为1到100个字" });
  await named("章程\u202efdp.exe");
  expect((await desk.read(id)).fields.attachments).toEqual([
    { name: "章程fdp.exe", url, bytes: 1 },
  ]);
});

test("what is no way of publishing publishes nothing; no time is before PostgreSQL's", async () => {
  const id = await desk.draft(text);
  for (const when of ["whenever", 5, { at: 1 }, null]) {
    const { body } = await desk.call("POST", "/publish", { id, when });
    expect(body.data).toEqual({ when: "发布方式不正确" });
  }
  for (const publishTime of ["1900-12-31 23:59", "0100-01-01", "2026-02-30", "10000-01-01"]) {
    const past = await desk.call("POST", "/publish", { id, when: "past", publishTime });
    expect(past.body.data).toEqual({
      publishTime: "发布时间格式不正确，应为 yyyy-MM-dd HH:mm",
    });
    expect((await desk.call("PUT", "", { id, expireTime: publishTime })).body.data).toEqual({
      expireTime: "下线时间格式不正确，应为 yyyy-MM-dd HH:mm",
    });
  }
  const oldest = { id, when: "past", publishTime: "1901-01-01 00:00" };
  expect((await desk.call("POST", "/publish", oldest)).body.code).toBe(200);
  expect((await desk.read(id)).fields.publishTime).toBe("1901-01-01 00:00:00");
  expect((await desk.call("PUT", "", { id, content: { a: 1 } })).body.data).toEqual({
    content: "正文格式不正确",
  });
});

test("saved filters: what no row can hold is refused at its field", async () => {
  const page = "article/desk/index";
  const save = async (name: string, value: string) =>
    (
      await it.call("POST", "/user/filters", {
        token: chief.token,
        body: { page, name, query: { keyword: value } },
      })
    ).body.data;
  expect(await save("一\0二", "字")).toEqual({ name: "筛选名称含有无法保存的字符" });
  expect(await save("\ud800", "字")).toEqual({ name: "请填写筛选名称" });
  expect(await save("\u200b", "字")).toEqual({ name: "请填写筛选名称" });
  for (const value of ["\0", "\ud800"]) {
    expect(await save("名称", value)).toEqual({ query: "没有可以保存的筛选条件" });
  }
});

test("a required text of characters nobody sees is missing, at every desk", async () => {
  const unseen = "\u200b\u202e\ufeff";
  for (const [path, body, field, text] of [
    ["/api/bll/links/desk", { linkUrl: "/" }, "linkName", "链接名称不能为空"],
    ["/api/bll/article_type/desk", { bllType: "1" }, "bllName", "栏目名称不能为空"],
    ["/api/bll/tile/desk", { linkUrl: "/" }, "tileName", "名称不能为空"],
  ] as const) {
    const answer = await it.call("POST", path, {
      token: chief.token,
      body: { ...body, [field]: unseen },
    });
    expect(answer.body.data).toEqual({ [field]: text });
  }
});

test("what is in review is not changed past the review by the list's acts", async () => {
  const permissions = ["list", "query", "add", "edit"].map((verb) => `content:article:${verb}`);
  const writer = deskCalls(it, (await staffWith(it, ...permissions)).token);
  const id = await writer.draft({ ...text, visible: "member" });
  await writer.call("POST", "/submit", { id });
  const opened = { verb: "visible", visible: "public", ids: [id] };
  const reason = "文章正在审核，不能修改；请先撤回送审";
  const refused = [{ id, articleName: text.articleName, reason }];
  expect((await writer.call("POST", "/bulk", opened)).body.data).toEqual({ done: 0, refused });
  await desk.call("POST", "/approve", { id });
  expect((await writer.call("POST", "/bulk", opened)).body.data).toEqual({ done: 0, refused });
  expect((await desk.read(id)).fields.visible).toBe("member");
  await writer.call("POST", "/withdraw", { id });
  expect((await writer.call("POST", "/bulk", opened)).body.data).toEqual({ done: 1, refused: [] });
});
