import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { meanwhile } from "#src/test/waiting.ts";
import { article } from "../table.server.ts";
import { purgeRecycled, settleDue } from "./service.server.ts";

const it = await startApp();
const desk = deskCalls(it, (await it.as("admin")).token);
const typeId = await makeCategory(it);
const draft = (articleName: string) => desk.draft({ articleName, content: "<p>正文</p>", typeId });
const rowOf = async (id: number) => {
  const [row] = await it.db.select().from(article).where(eq(article.id, id));
  return row;
};
const set = (id: number, values: Partial<typeof article.$inferInsert>) => (tx: typeof it.db) =>
  tx.update(article).set(values).where(eq(article.id, id));
const DAY_MS = 86_400_000;

test("an article that is put back while the bin is emptied stays", async () => {
  const [kept, gone] = [await draft("还原的"), await draft("到期的")];
  const recycledAt = new Date(Date.now() - 31 * DAY_MS);
  for (const id of [kept, gone]) await set(id, { status: "5", recycledAt })(it.db);
  const purged = await meanwhile(it, set(kept, { status: "0", recycledAt: null }), () =>
    purgeRecycled(it.db),
  );
  expect(purged).toBe(1);
  expect(await rowOf(kept)).toMatchObject({ status: "0" });
  expect(await rowOf(gone)).toBeUndefined();
});

test("a pin that is made longer while it runs out stays", async () => {
  const [kept, gone] = [await draft("续期的"), await draft("期满的")];
  const publishTime = new Date(Date.now() - DAY_MS);
  const pinned = { status: "3", publishTime, top: 5, topUntil: new Date(Date.now() - 1_000) };
  for (const id of [kept, gone]) await set(id, pinned)(it.db);
  const topUntil = new Date(Date.now() + DAY_MS);
  const done = await meanwhile(it, set(kept, { topUntil }), () => settleDue(it.db));
  expect(done).toEqual({ published: 0, unpinned: 1 });
  expect(await rowOf(kept)).toMatchObject({ top: 5, topUntil });
  expect(await rowOf(gone)).toMatchObject({ top: 0, topUntil: null });
});

test("a scheduled article that is called back as its hour strikes does not appear", async () => {
  const id = await draft("撤回的");
  await set(id, { status: "2", publishTime: new Date(Date.now() - 1_000) })(it.db);
  const done = await meanwhile(it, set(id, { status: "0" }), () => settleDue(it.db));
  expect(done.published).toBe(0);
  expect(await rowOf(id)).toMatchObject({ status: "0" });
});

test("an act on a filter leaves alone what leaves the filter meanwhile", async () => {
  const other = await makeCategory(it);
  const [inside, leaving] = [await draft("留下的批量"), await draft("离开的批量")];
  const answer = await meanwhile(it, set(leaving, { typeId: other }), () =>
    desk.call("POST", "/bulk", {
      verb: "visible",
      visible: "member",
      asked: { keyword: "批量", typeId: String(typeId) },
    }),
  );
  expect(answer.body).toMatchObject({ code: 200, data: { done: 1, refused: [] } });
  expect(await rowOf(inside)).toMatchObject({ visible: "member" });
  expect(await rowOf(leaving)).toMatchObject({ visible: "public" });
});

test("two bulk acts on the same articles, listed the other way round, both end", async () => {
  const ids: number[] = [];
  for (let number = 0; number < 12; number++) ids.push(await draft(`成对${number}`));
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      [ids, ids.toReversed()].map((each, index) =>
        desk.call("POST", "/bulk", {
          verb: "visible",
          visible: index === 0 ? "login" : "public",
          ids: each,
        }),
      ),
    );
    for (const { body } of answers) expect(body).toMatchObject({ data: { done: 12 } });
    const seen = await it.db
      .select({ visible: article.visible })
      .from(article)
      .where(sql`${article.articleName} like '成对%'`);
    // All of one act, then all of the other.
    expect(new Set(seen.map((row) => row.visible)).size).toBe(1);
  }
});
