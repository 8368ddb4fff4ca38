import { and, asc, eq, like, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connect } from "#src/db/client.ts";
import { tryLockInTransaction } from "#src/db/locks.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { meanwhile } from "#src/test/waiting.ts";
import { lockAccess } from "../../article_type/access/service.server.ts";
import { category } from "../../article_type/table.server.ts";
import { searchArticles } from "../../search/service.server.ts";
import { tasks } from "../../search/task.server.ts";
import { article } from "../table.server.ts";
import { insertArticle, textColumns } from "../writing/service.server.ts";
import { changeReaders, countDue, recutSome } from "./service.server.ts";
import { startWorker } from "./worker.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const desk = deskCalls(it, token);
const BASE = "/api/bll/article_type/desk";

const SECRET = "苜蓿";
const OWN = "写在前面的提要";

const fail = (error: unknown) => {
  throw error;
};
const step = () => recutSome(it.db, fail);
const finish = async () => {
  while ((await step()) > 0);
};
const send = async (method: "PUT" | "POST", path: string, body: object) =>
  (await it.call(method, BASE + path, { token, body })).body;
const setAccess = (id: number, access: string) => send("PUT", "", { id, access });
const due = async () => {
  const { body } = await it.call("GET", `${BASE}/wordsDue`, { token });
  return (body.data as { articles: number }).articles;
};
const write = async (typeId: number, more: object = {}) =>
  (await insertArticle(it.db, {
    typeId,
    articleName: "田野里的通知",
    content: `<p>${SECRET}花开在园子里。</p><p>第二段也写着${SECRET}。</p>`,
    publishTime: new Date(Date.now() - 60_000),
    ...more,
  })) ?? 0;
const rowOf = async (id: number) => {
  const [row] = await it.db.select().from(article).where(eq(article.id, id));
  if (!row) throw new Error("no such article");
  return row;
};
const has = async (id: number, word: string) => String((await rowOf(id)).search).includes(word);
/** Articles that are found by the word, or have it in their summary. */
const leaking = async () =>
  (await it.db.select().from(article).orderBy(article.id))
    .filter((row) => `${String(row.search)} ${row.summary}`.includes(SECRET))
    .map((row) => row.id);

let top = 0;
let branch = 0;

beforeEach(async () => {
  top = await makeCategory(it);
  branch = await makeCategory(it, { parentId: top });
});

afterEach(async () => {
  await it.db.delete(article);
  await it.db.delete(category);
});

const many = async (count: number) => {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth++) ids.push(await write(branch));
  return ids;
};

describe("a branch that is closed", () => {
  /** Every way in which a visitor may come upon a text. */
  const shown = async (ids: number[]) => {
    const paths = [
      "/rss.xml",
      `/rss.xml?typeId=${branch}`,
      "/api/bll/article/list?pageSize=100",
      ...ids.map((id) => `/api/bll/article/${id}`),
    ];
    const found: string[] = [];
    for (const path of paths) {
      const { text } = await it.call("GET", path);
      if (text.includes(SECRET)) found.push(path);
    }
    const memo = { get: (_key: string, _tags: unknown, load: () => never) => load() };
    const asked = { q: SECRET, sort: "relevance", pageNum: 1, pageSize: 20 } as const;
    if ((await searchArticles({ db: it.db, memo }, asked)).total > 0) found.push("search");
    const preview = `/api/bll/article/listPreview?articleName=${encodeURIComponent(SECRET)}`;
    if (((await it.call("GET", preview)).body.rows as unknown[]).length > 0) found.push("preview");
    return found;
  };

  test("at no moment is anything of its texts found or shown", async () => {
    const [first = 0] = await many(41);
    // As an import writes it: the beginning of the text proper.
    const imported = await write(branch, {
      importHash: "a",
      content: `<p>2026年3月1日常务理事会通过</p><p>第一条 ${SECRET}花开在园子里。</p>`,
      summary: `第一条 ${SECRET}花开在园子里。`,
    });
    const ids = [first, imported];
    await expect
      .poll(() => shown(ids), { timeout: 10_000 })
      .toEqual(expect.arrayContaining(["/rss.xml", `/api/bll/article/${imported}`, "search"]));

    expect((await setAccess(top, "member")).code).toBe(200);
    expect(await leaking()).toEqual([]);
    for (let left = 42; left > 0; left = Math.max(0, left - 20)) {
      expect(await due()).toBe(left);
      expect(await shown(ids)).toEqual([]);
      expect(await leaking()).toEqual([]);
      expect(await step()).toBe(Math.min(left, 20));
    }
    expect(await due()).toBe(0);
    expect(await step()).toBe(0);
    expect(await shown(ids)).toEqual([]);
    expect(await leaking()).toEqual([]);
    expect(await has(imported, "通知")).toBe(true);
  });

  test("a summary of the writer's own comes back, one made of the text does not", async () => {
    const [own, made] = [await write(branch, { summary: OWN }), await write(branch)];
    await setAccess(top, "login");
    expect(await rowOf(own)).toMatchObject({ summary: "", summaryAside: OWN });
    // Who edits it meanwhile has it before him.
    expect((await desk.read(own)).fields.summary).toBe(OWN);
    expect((await desk.read(made)).fields.summary).toBe("");
    await finish();
    expect(await rowOf(own)).toMatchObject({ summary: OWN, summaryAside: null, wordsDueAt: null });
    expect(await has(own, "提要")).toBe(true);
    expect(await rowOf(made)).toMatchObject({ summary: "", summaryAside: null });
  });

  test("what was closed before, by itself or by a category, keeps its words", async () => {
    const closed = await makeCategory(it, { parentId: branch, access: "member" });
    const ids = [await write(closed), await write(branch, { visible: "login" })];
    await setAccess(top, "login");
    expect(await due()).toBe(0);
    for (const id of ids) expect(await has(id, "通知")).toBe(true);
    await setAccess(top, "public");
    expect(await due()).toBe(0);
  });

  test("a move and a merger close as well", async () => {
    const closed = await makeCategory(it, { access: "login" });
    const [moved, there] = [await write(branch), await write(closed)];
    await send("PUT", "/move", { id: branch, parentId: closed });
    expect(await leaking()).toEqual([]);
    expect(await due()).toBe(1);
    await send("PUT", "/move", { id: branch, parentId: top });
    await finish();
    expect(await leaking()).toEqual([moved]);
    const merged = await send("POST", "/merge", { fromId: branch, intoId: closed });
    expect(merged).toMatchObject({ code: 200, data: { articles: 1 } });
    expect(await leaking()).toEqual([]);
    expect([await rowOf(moved), await rowOf(there)]).toMatchObject([
      { typeId: closed, summary: "" },
      { typeId: closed, wordsDueAt: null },
    ]);
  });
});

describe("a branch that is opened", () => {
  test("gets its words and summaries behind the answer", async () => {
    await setAccess(top, "member");
    const ids = await many(3);
    const own = await write(branch, { summary: OWN });
    expect(await leaking()).toEqual([]);
    expect((await setAccess(top, "public")).code).toBe(200);
    expect(await due()).toBe(4);
    await finish();
    expect(await leaking()).toEqual([...ids, own]);
    expect((await rowOf(ids[0] ?? 0)).summary).toContain(SECRET);
    expect((await rowOf(own)).summary).toBe(OWN);
  });

  test("changed again while it is worked on, it ends as it was set last", async () => {
    const ids = await many(30);
    await setAccess(top, "member");
    expect(await step()).toBe(20);
    await setAccess(top, "public");
    expect(await step()).toBe(20);
    expect((await leaking()).length).toBe(20);
    await setAccess(top, "login");
    expect(await leaking()).toEqual([]);
    expect(await step()).toBe(20);
    expect(await leaking()).toEqual([]);
    await setAccess(top, "public");
    await finish();
    expect(await leaking()).toEqual(ids);
    expect(await it.db.select().from(article).where(sql`summary_aside is not null`)).toEqual([]);
  });
});

describe("two at once", () => {
  test("one process at a time is at it, and nothing is done twice", async () => {
    await many(50);
    await setAccess(top, "member");
    const other = connect(it.databaseUrl, 2);
    onTestFinished(() => other.close());
    const done: number[] = [];
    const loop = async (db: typeof it.db) => {
      while ((await countDue(db)) > 0) done.push(await recutSome(db, fail));
    };
    await Promise.all([loop(it.db), loop(other.db)]);
    expect(done.filter(Boolean)).toEqual([20, 20, 10]);
    await setAccess(top, "public");
    await it.db.transaction(async (tx) => {
      expect(await tryLockInTransaction(tx, "words")).toBe(true);
      expect(await step()).toBe(0);
    });
    expect(await step()).toBe(20);
  });

  test("a process that dies in the middle leaves all of its batch to the next one", async () => {
    await many(25);
    await setAccess(top, "member");
    const dying = connect(it.databaseUrl, 1);
    onTestFinished(() => dying.close());
    await it.db.transaction(async (tx) => {
      await lockAccess(tx);
      // It waits there for who may read, with its batch taken.
      const dead = recutSome(dying.db, () => undefined);
      dead.catch(() => undefined);
      await expect
        .poll(
          async () => {
            const { rows } = await it.db.execute(sql`select pg_terminate_backend(pid)
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
            return rows.length;
          },
          { timeout: 10_000 },
        )
        .toBe(1);
      await expect(dead).rejects.toThrow();
    });
    expect(await due()).toBe(25);
    await finish();
    expect(await due()).toBe(0);
  });

  test("a worker that is stopped leaves the rest to another one", async () => {
    await many(45);
    const context = {
      db: it.db,
      log: it.app.log,
      invalidation: { subscribe: () => undefined },
    };
    await setAccess(top, "member");
    const stop = await startWorker(context);
    await stop();
    expect(await due()).toBe(25);
    const stopOther = await startWorker(context);
    await expect.poll(due, { timeout: 10_000 }).toBe(0);
    await stopOther();
  });

  test("an article that is saved meanwhile keeps the words of its new text", async () => {
    const [saved, other] = [await write(branch), await write(branch)];
    await it.db.update(article).set({ status: "0" });
    await setAccess(top, "member");
    const { version } = await desk.read(saved);
    const done = await meanwhile(
      it,
      (tx) => tx.select().from(article).where(eq(article.id, saved)).for("update"),
      step,
    );
    expect(done).toBe(1);
    expect((await rowOf(other)).wordsDueAt).toBeNull();
    const body = { id: saved, version, articleName: "改过的题目", summary: "改过的话" };
    expect((await desk.call("PUT", "", body)).body.code).toBe(200);
    const row = await rowOf(saved);
    expect(row).toMatchObject({ summary: "改过的话", summaryAside: null, wordsDueAt: null });
    await finish();
    expect(await rowOf(saved)).toEqual(row);
  });

  test("what is written while a branch is closed is closed, whichever comes first", async () => {
    let written = 0;
    const answer = await meanwhile(
      it,
      async (tx) => {
        written =
          (await insertArticle(tx, {
            typeId: branch,
            articleName: "新来的",
            content: `<p>${SECRET}</p>`,
            publishTime: new Date(),
          })) ?? 0;
      },
      () => setAccess(top, "member"),
    );
    expect(answer.code).toBe(200);
    expect(await leaking()).toEqual([]);
    const later = await meanwhile(
      it,
      (tx) =>
        changeReaders(tx, { typeIds: [top, branch], was: "member", now: "public" }, () =>
          tx.update(category).set({ access: "public" }).where(eq(category.id, top)),
        ),
      () => write(branch),
    );
    // The one that waited sees the category as it is then.
    expect(await leaking()).toEqual([later]);
    await finish();
    expect(await leaking()).toEqual([written, later]);
  });

  test("saves and changes of the branch at the same time: none fails, nothing shows", async () => {
    const ids = await many(12);
    await it.db.update(article).set({ status: "0" });
    for (let round = 0; round < 4; round++) {
      const access = round % 2 === 0 ? "member" : "public";
      const answers = await Promise.all([
        setAccess(top, access),
        ...ids.map(
          async (id) => (await desk.call("PUT", "", { id, subtitle: `第${round}轮` })).body,
        ),
        step(),
      ]);
      const codes = answers.map((answer) => (typeof answer === "number" ? 200 : answer.code));
      expect(new Set(codes)).toEqual(new Set([200]));
      if (access === "member") expect(await leaking()).toEqual([]);
      await finish();
      expect(await leaking()).toEqual(access === "member" ? [] : ids);
    }
  });

  describe("the check of the index", () => {
    const check = async () =>
      tasks["searchTask.check"]?.run({ db: it.db } as never, [], new AbortController().signal);
    beforeEach(async () => {
      await write(branch);
      await it.db.update(article).set({ search: sql`'x'::tsvector` });
    });

    test("brings no words back that are being taken away", async () => {
      const closing = (tx: typeof it.db) =>
        changeReaders(tx, { typeIds: [branch], was: "public", now: "member" }, () =>
          tx.update(category).set({ access: "member" }).where(eq(category.id, top)),
        );
      expect(await meanwhile(it, closing, check)).toBe("检查 1 篇，改正 1 篇");
      expect(await leaking()).toEqual([]);
      expect(await it.db.$count(article, sql`search @@ '通知'::tsquery`)).toBe(1);
    });

    test("leaves the words of a text that is saved meanwhile", async () => {
      const given = { articleName: "题目", content: "<p>改写了的正文</p>" };
      await meanwhile(
        it,
        (tx) => tx.update(article).set(textColumns(given, plainText(given.content))),
        check,
      );
      expect(await it.db.$count(article, sql`search @@ '改写'::tsquery`)).toBe(1);
    });
  });
});

test("one article that cannot be done holds up none of the others", async () => {
  const ids = await many(4);
  const bad = ids[2] ?? 0;
  await setAccess(top, "member");
  await it.asAdmin(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.words_due_at is null and new.id = ${bad} then raise 'no'; end if; return new; end $$`);
  await it.asAdmin(
    "create trigger refuse before update on article for each row execute function refuse()",
  );
  const failed: number[] = [];
  expect(await recutSome(it.db, (_error, id) => void failed.push(id))).toBe(4);
  expect(failed).toEqual([bad]);
  const left = await it.db
    .select({ id: article.id })
    .from(article)
    .where(and(sql`words_due_at > now()`, like(article.articleName, "田野%")))
    .orderBy(asc(article.id));
  expect(left).toEqual([{ id: bad }]);
  expect(await due()).toBe(0);
  await it.asAdmin("drop trigger refuse on article");
  await it.db.update(article).set({ wordsDueAt: sql`now()` }).where(eq(article.id, bad));
  await finish();
  expect(await has(bad, "通知")).toBe(true);
});

test("a summary aside without anything due is refused by the database", async () => {
  const id = await write(branch);
  const wrong = it.db.update(article).set({ summaryAside: "x" }).where(eq(article.id, id));
  await expect(wrong).rejects.toMatchObject({ cause: { constraint: "article_aside_is_due" } });
});
