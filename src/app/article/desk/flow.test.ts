import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findAccount } from "#src/app/login/session.server.ts";
import { reachOf } from "#src/app/system/reach/service.server.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { takeStep } from "#src/server/flow/flow.ts";
import type { Context } from "#src/server/start/context.ts";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { storedAt } from "#src/test/files.ts";
import { staffWith } from "#src/test/rights.ts";
import { fileUse } from "../../common/files/table.server.ts";
import { wording } from "../../wording/table.server.ts";
import { article } from "../table.server.ts";
import { ARTICLES_FLOW } from "./acts/flow.server.ts";
import { setRow } from "./acts/store.server.ts";
import { purgeRecycled, settleDue } from "./service.server.ts";
import { articleCopy, articleRevision } from "./table.server.ts";

const it = await startApp();
const chief = await it.as("admin");
const desk = deskCalls(it, chief.token);
const typeId = await makeCategory(it);

const WRITER = [
  "content:article:list",
  "content:article:query",
  "content:article:add",
  "content:article:edit",
];
const writer = deskCalls(it, (await staffWith(it, ...WRITER)).token);
const reviewer = deskCalls(
  it,
  (await staffWith(it, "content:article:list", "content:article:query", "content:article:review"))
    .token,
);

const text = { articleName: "秋季讲座安排", content: "<p>九月十五日开讲。</p>", typeId };
const inFuture = (ms: number) => formatDateTime(new Date(Date.now() + ms));
const HOUR = 3_600_000;
const publicRow = async (id: number) => (await it.call("GET", `/api/bll/article/${id}`)).body;

test("write, submit, review, publish, recall, bin, back, for good", async () => {
  const id = await writer.draft(text);
  expect(await publicRow(id)).toMatchObject({ code: 404 });
  const draft = await writer.read(id);
  expect(draft).toMatchObject({ status: "0", version: 1, allowed: ["edit", "submit"] });

  const submitted = await writer.call("POST", "/submit", { id, version: 1 });
  expect(submitted.body).toMatchObject({ code: 200, data: { status: "1", version: 2 } });
  expect((await writer.call("PUT", "", { id, subtitle: "改" })).body.msg).toBe(
    "文章正在审核，不能修改；请先撤回送审",
  );
  expect((await writer.read(id)).allowed).toEqual(["withdraw"]);
  expect((await reviewer.read(id)).allowed).toEqual(["approve", "sendBack"]);

  const short = await reviewer.call("POST", "/sendBack", { id, opinion: "不行" });
  expect(short.body).toMatchObject({ code: 500, data: { opinion: "请填写退回意见，至少5个字" } });
  const opinion = "请补充讲座的地点";
  expect((await reviewer.call("POST", "/sendBack", { id, opinion })).body.code).toBe(200);
  expect(await writer.read(id)).toMatchObject({ status: "0", isReturned: true, opinion });
  await writer.call("POST", "/submit", { id });
  expect((await reviewer.call("POST", "/approve", { id })).body.code).toBe(200);
  expect((await reviewer.call("POST", "/approve", { id })).body.msg).toBe(
    "文章当前为“待审”，不能审核通过，请刷新后再看",
  );
  expect(await publicRow(id)).toMatchObject({ code: 404 });
  expect((await reviewer.call("POST", "/publish", { id, when: "now" })).body.code).toBe(403);

  expect((await desk.call("POST", "/publish", { id, when: "now" })).body.code).toBe(200);
  expect(await publicRow(id)).toMatchObject({ code: 200, data: { articleName: "秋季讲座安排" } });
  expect((await desk.call("POST", "/recall", { id })).body.data).toMatchObject({ status: "4" });
  expect(await publicRow(id)).toMatchObject({ code: 404 });

  expect((await desk.call("DELETE", `/${id}`)).body.code).toBe(200);
  expect((await desk.read(id)).allowed).toEqual(["putBack", "purge"]);
  expect((await desk.call("POST", "/putBack", { ids: [id] })).body.code).toBe(200);
  expect((await desk.read(id)).status).toBe("4");
  const steps = (await desk.call("GET", `/${id}/timeline`)).body.rows as { action: string }[];
  expect(steps.map((step) => step.action).reverse()).toEqual(
    "create submit sendBack submit approve publish recall recycle putBack".split(" "),
  );
  await desk.call("DELETE", `/${id}`);
  expect((await desk.call("DELETE", `/purge/${id}`)).body.code).toBe(200);
  expect((await desk.call("GET", `/${id}`)).body.code).toBe(404);
  expect(await it.db.$count(articleRevision, eq(articleRevision.articleId, id))).toBe(0);
});

test("a step that leads where its life cycle does not is undone and no refusal", async () => {
  const id = await desk.draft(text);
  await desk.call("POST", "/publish", { id, when: "now" });
  const wrong: typeof ARTICLES_FLOW = {
    ...ARTICLES_FLOW,
    acts: {
      ...ARTICLES_FLOW.acts,
      pin: async ({ tx, before }) => ({
        after: { ...before, row: await setRow(tx, id, { status: "0" }) },
      }),
    },
  };
  const account = await findAccount(it.db, chief.token);
  if (!account) throw new Error("no account");
  const person = { account, ip: "127.0.0.1", reach: await reachOf(it.db, account) };
  const context = { db: it.db } as Context;
  await expect(takeStep(wrong, context, "pin", id, {}, person)).rejects.toThrow(
    "article: pin leads from public to draft",
  );
  expect(await desk.read(id)).toMatchObject({ status: "3" });
});

test("nobody reviews what he submitted himself", async () => {
  const id = await desk.draft(text);
  await desk.call("POST", "/submit", { id });
  expect((await desk.read(id)).allowed).not.toContain("approve");
  const { body } = await desk.call("POST", "/approve", { id });
  expect(body.msg).toBe("不能审核自己提交的文章，请由他人审核");
});

test("what visitors read stays as it is until changes are published", async () => {
  const id = await desk.draft(text);
  await desk.call("POST", "/publish", { id, when: "now" });
  const before = await publicRow(id);
  const version = (await desk.read(id)).version;
  const saved = await desk.call("PUT", "", { id, version, articleName: "秋季讲座改期" });
  expect(saved.body).toMatchObject({ code: 200, data: { copyState: 1, status: "3" } });
  expect(await publicRow(id)).toEqual(before);
  expect(await desk.read(id)).toMatchObject({
    fields: { articleName: "秋季讲座改期" },
    live: { articleName: "秋季讲座安排" },
  });
  const published = await desk.call("POST", "/publish", { id, when: "now" });
  expect(published.body.data).toMatchObject({ copyState: 0, status: "3" });
  const after = (await publicRow(id)).data as Record<string, unknown>;
  expect(after.articleName).toBe("秋季讲座改期");
  // An update keeps the date of the first publication.
  expect(after.createTime).toBe((before.data as Record<string, unknown>).createTime);

  await desk.call("PUT", "", { id, articleName: "又一处修改" });
  expect((await desk.call("POST", "/discardCopy", { id })).body.code).toBe(200);
  expect((await desk.read(id)).fields.articleName).toBe("秋季讲座改期");
  expect(await it.db.$count(articleCopy, eq(articleCopy.articleId, id))).toBe(0);
});

test("changes to a published article can be reviewed as well", async () => {
  const id = await writer.draft(text);
  await desk.call("POST", "/publish", { id, when: "now" });
  await writer.call("PUT", "", { id, articleName: "改过的标题" });
  expect((await writer.call("POST", "/submit", { id })).body.data).toMatchObject({ copyState: 2 });
  expect((await reviewer.call("POST", "/approve", { id })).body.data).toMatchObject({
    copyState: 3,
  });
  expect((await publicRow(id)).data).toMatchObject({ articleName: "秋季讲座安排" });
  await desk.call("POST", "/publish", { id, when: "now" });
  expect((await publicRow(id)).data).toMatchObject({ articleName: "改过的标题" });
});

test("scheduled: not before its time, then by the clock, and the job makes it so", async () => {
  const id = await desk.draft(text);
  const late = await desk.call("POST", "/publish", {
    id,
    when: "at",
    publishTime: inFuture(-HOUR),
  });
  expect(late.body).toMatchObject({ code: 500, data: { publishTime: "定时发布的时间须晚于现在" } });
  const none = await desk.call("POST", "/publish", { id, when: "at" });
  expect(none.body.data).toEqual({ publishTime: "请选择定时发布的时间" });
  const timed = await desk.call("POST", "/publish", {
    id,
    when: "at",
    publishTime: inFuture(HOUR),
  });
  expect(timed.body.data).toMatchObject({ status: "2" });
  expect(await publicRow(id)).toMatchObject({ code: 404 });
  expect(await settleDue(it.db)).toEqual({ published: 0, unpinned: 0 });

  // Its hour strikes.
  await it.db
    .update(article)
    .set({ publishTime: new Date(Date.now() - 1_000) })
    .where(eq(article.id, id));
  expect((await publicRow(id)).code).toBe(200);
  expect(await settleDue(it.db)).toEqual({ published: 1, unpinned: 0 });
  expect((await desk.read(id)).status).toBe("3");
  const again = await desk.call("POST", "/publish", {
    id,
    when: "at",
    publishTime: inFuture(HOUR),
  });
  expect(again.body.code).toBe(500);

  const past = await desk.draft(text);
  const dated = { id: past, when: "past", publishTime: "2020-03-04 09:00:00" };
  expect((await desk.call("POST", "/publish", dated)).body.code).toBe(200);
  expect((await publicRow(past)).data).toMatchObject({ createTime: "2020-03-04 09:00:00" });
  const ahead = { id: past, when: "past", publishTime: inFuture(HOUR) };
  expect((await desk.call("POST", "/publish", ahead)).body.msg).not.toBe("操作成功");
});

test("nothing unfinished goes out: each missing thing on its field", async () => {
  const id = await desk.draft({ articleName: "只有标题" });
  const { body } = await desk.call("POST", "/publish", { id, when: "now" });
  expect(body.data).toEqual({ content: "请填写正文", typeId: "请选择栏目" });
  const link = await makeCategory(it, { bllType: "3", bllValue: "https://a.example.org" });
  const wrong = await desk.call("PUT", "", { id, typeId: link });
  expect(wrong.body.data).toEqual({ typeId: "所选栏目是链接，不能放文章" });
  const closed = await makeCategory(it, { status: "1" });
  expect((await desk.call("PUT", "", { id, typeId: closed })).body.data).toEqual({
    typeId: "所选栏目已停用，请重新选择",
  });
  expect((await desk.call("PUT", "", { id, typeId: 987_654 })).body.data).toEqual({
    typeId: "所选栏目不存在，请重新选择",
  });
  const early = { ...text, id, expireTime: "2020-01-01 00:00:00" };
  await desk.call("PUT", "", early);
  expect((await desk.call("POST", "/publish", { id, when: "now" })).body.data).toEqual({
    expireTime: "下线时间须晚于发布时间",
  });
});

test("pinned ones in their order, until their time; only what is listed", async () => {
  const type = await makeCategory(it);
  const ids = [];
  for (const name of ["甲", "乙", "丙"]) {
    const id = await desk.draft({ ...text, typeId: type, articleName: name });
    await desk.call("POST", "/publish", { id, when: "now" });
    await desk.call("PUT", "/pin", { id, isTop: true });
    ids.push(id);
  }
  const [a, b, c] = ids;
  const names = async () =>
    (
      (await it.call("GET", `/api/bll/article/list?typeId=${type}`)).body.rows as { id: number }[]
    ).map((row) => row.id);
  expect(await names()).toEqual([c, b, a]);
  expect((await desk.call("PUT", "/pinOrder", { typeId: type, ids: [a, c, b] })).body.code).toBe(
    200,
  );
  expect(await names()).toEqual([a, c, b]);
  expect((await desk.call("PUT", "/pinOrder", { typeId, ids: [a, c, b] })).body.msg).toBe(
    "置顶文章已有变化，请刷新后重试",
  );
  const past = await desk.call("PUT", "/pin", { id: a, isTop: true, topUntil: "2020-01-01" });
  expect(past.body.data).toEqual({ topUntil: "置顶截止时间须晚于现在" });
  await desk.call("PUT", "/pin", { id: a, isTop: true, topUntil: inFuture(HOUR) });
  await it.db
    .update(article)
    .set({ topUntil: new Date(Date.now() - 1_000) })
    .where(eq(article.id, a ?? 0));
  expect((await settleDue(it.db)).unpinned).toBe(1);
  expect((await names()).at(-1)).toBe(a);
  const draft = await desk.draft(text);
  expect((await desk.call("PUT", "/pin", { id: draft, isTop: true })).body.code).toBe(500);
});

test("the bin is emptied after 30 days, and the files are free then", async () => {
  const path = `upload/2026/01/01/${"a".repeat(32)}.png`;
  await storedAt(it, path);
  const content = `<p>图</p><p><img src="/profile/${path}" alt="一"></p>`;
  const [old, young] = [await desk.draft({ ...text, content }), await desk.draft(text)];
  await desk.call("DELETE", `/${old},${young}`);
  expect(await it.db.$count(fileUse, eq(fileUse.path, path))).toBe(1);
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  await it.db
    .update(article)
    .set({ recycledAt: days(31) })
    .where(eq(article.id, old));
  await it.db
    .update(article)
    .set({ recycledAt: days(29) })
    .where(eq(article.id, young));
  expect(await purgeRecycled(it.db)).toBe(1);
  expect((await desk.call("GET", `/${old}`)).body.code).toBe(404);
  expect((await desk.read(young)).status).toBe("5");
  expect(await it.db.$count(fileUse, eq(fileUse.path, path))).toBe(0);
});

test("words of the list: confirmed, or let pass with a reason by who may", async () => {
  await it.db.transaction(async (tx) => {
    await tx.insert(wording).values([
      { word: "必过保证", level: "block", kind: "证书用语" },
      { word: "老师们好", level: "warn", suggestion: "各位老师", kind: "固定表述" },
    ]);
    await publishTags(tx, ["wording"]);
  });
  const hits = async () =>
    (
      (await desk.call("POST", "/check", { articleName: "老师们好" })).body.data as {
        hits: unknown[];
      }
    ).hits;
  await expect.poll(hits).toHaveLength(1);
  const warned = await desk.draft({ ...text, articleName: "老师们好" });
  const asked = await desk.call("POST", "/publish", { id: warned, when: "now" });
  expect(asked.body).toMatchObject({
    code: 500,
    data: { hits: [{ word: "老师们好", level: "warn", field: "articleName", label: "标题" }] },
  });
  const sure = { id: warned, when: "now", confirmed: true };
  expect((await desk.call("POST", "/publish", sure)).body.code).toBe(200);

  const id = await desk.draft({ ...text, content: "<p>本班必过保证。</p>" });
  const publisher = deskCalls(
    it,
    (await staffWith(it, "content:article:query", "content:article:publish")).token,
  );
  const refused = await publisher.call("POST", "/publish", {
    id,
    when: "now",
    confirmed: true,
    overrideReason: "引用原文的说法",
  });
  expect(refused.body).toMatchObject({ code: 500, data: { mayOverride: false } });
  const short = { id, when: "now", overrideReason: "可以" };
  expect((await desk.call("POST", "/publish", short)).body.msg).toBe("请填写放行理由，至少5个字");
  const long = { ...short, overrideReason: "引用原文的说法" };
  expect((await desk.call("POST", "/publish", long)).body.code).toBe(200);
  const steps = (await desk.call("GET", `/${id}/timeline`)).body.rows as { opinion: string }[];
  expect(steps[0]?.opinion).toBe("放行用语：必过保证；理由：引用原文的说法");
});

test("no summary is made of a text that is not for everybody", async () => {
  const secret = "只给会员看的第一句话。";
  const id = await desk.draft({ ...text, content: `<p>${secret}</p>`, visible: "member" });
  await desk.call("POST", "/publish", { id, when: "now" });
  const shown = await it.call("GET", `/api/bll/article/${id}`);
  expect(shown.body.data).toMatchObject({ locked: true, summary: "" });
  const rss = await it.call("GET", "/rss.xml");
  expect(rss.text).not.toContain(secret);
  expect((await desk.read(id)).fields.summary).toBe("");
  await desk.call("POST", "/bulk", { verb: "visible", ids: [id], visible: "public" });
  expect((await it.call("GET", `/api/bll/article/${id}`)).body.data).toMatchObject({
    summary: secret,
  });
  await desk.call("POST", "/bulk", { verb: "visible", ids: [id], visible: "login" });
  expect((await it.call("GET", `/api/bll/article/${id}`)).body.data).toMatchObject({ summary: "" });
});

test("who is writing is stopped by nothing that leaves the text as it is: the clock, a pin", async () => {
  const id = await desk.draft(text);
  await desk.call("POST", "/publish", { id, when: "at", publishTime: inFuture(HOUR) });
  const { version } = await desk.read(id);
  await it.db
    .update(article)
    .set({ publishTime: new Date(Date.now() - 1_000) })
    .where(eq(article.id, id));
  expect((await settleDue(it.db)).published).toBe(1);
  await desk.call("PUT", "/pin", { id, isTop: true });
  const saved = await desk.call("PUT", "", { id, version, subtitle: "一直在写" });
  expect(saved.body).toMatchObject({ code: 200, data: { status: "3", copyState: 1 } });
});
