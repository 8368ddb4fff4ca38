import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { listHref } from "#src/site/addresses/category-href.ts";
import { articleCopy } from "../../article/desk/table.server.ts";
import { article } from "../../article/table.server.ts";
import { changeReaders } from "../../article/words/service.server.ts";
import { movePages } from "../../seo/redirects/service.server.ts";
import { type Access, accessOf, stricter } from "../access/service.server.ts";
import { category } from "../table.server.ts";
import { holdsArticles } from "./category.ts";
import { type Category, checkCategory, contentsOf, findRow } from "./rules.server.ts";

/** Every place that shows a category or its articles. */
export const dropCaches = (tx: Db) => publishTags(tx, ["menu", "content", "site"]);

/** The category and those below it that ask for no more than it does. */
async function openBranchOf(tx: Db, id: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive branch(id) as (
      select ${id}::bigint union
      select c.id from article_type c join branch on c.parent_id = branch.id
      where c.access = 'public'
    ) select id::int from branch`);
  return rows.map((row) => row.id);
}

/** Runs a change of a category's place or access; what it is to become decides who may read. */
export async function withReaders(
  tx: Db,
  { id, parentId, access }: Pick<Category, "id" | "parentId" | "access">,
  change: () => Promise<unknown>,
): Promise<void> {
  const was = await accessOf(tx, id);
  const now = stricter(access as Access, await accessOf(tx, parentId));
  await changeReaders(tx, { typeIds: await openBranchOf(tx, id), was, now }, change);
}

const addressOf = ({ id, parentId }: Pick<Category, "id" | "parentId">) =>
  listHref(parentId || id, id);

/** The old address of a category leads to where it is now. */
export async function noteMove(
  tx: Db,
  before: Category,
  after: Pick<Category, "id" | "parentId" | "bllType">,
  userName: string,
): Promise<void> {
  if (before.parentId === after.parentId || !holdsArticles(after.bllType)) return;
  const moves = [{ from: addressOf(before), to: addressOf(after) }];
  await movePages(tx, moves, { origin: "move", userName });
}

const NOT_THERE = "目标位置已被他人修改，请刷新后重试";

/** Puts a category below another one, before one of those there or at their end; renumbers them. */
export async function moveCategory(
  tx: Db,
  { id, parentId, beforeId }: { id: number; parentId: number; beforeId: number | undefined },
  userName: string,
): Promise<void> {
  const row = await findRow(tx, id);
  const next = { ...row, parentId };
  if (parentId !== row.parentId) await checkCategory(tx, next, row);
  const there = await tx
    .select()
    .from(category)
    .where(eq(category.parentId, parentId))
    .orderBy(asc(category.orderNum), asc(category.id));
  const siblings = there.filter((each) => each.id !== id);
  const at =
    beforeId === undefined ? siblings.length : siblings.findIndex((each) => each.id === beforeId);
  if (at < 0) throw new AppError(NOT_THERE);
  await withReaders(tx, next, async () => {
    for (const [index, each] of siblings.toSpliced(at, 0, next).entries()) {
      const isMoved = each.id === id;
      if (!isMoved && each.orderNum === index + 1) continue;
      const audit = isMoved ? { parentId, updateBy: userName, updateTime: sql`now()` } : {};
      await tx
        .update(category)
        .set({ orderNum: index + 1, ...audit })
        .where(eq(category.id, each.id));
    }
  });
  await noteMove(tx, row, next, userName);
  await dropCaches(tx);
}

/**
 * All articles of one category go to another one, its addresses lead there, and it is gone. Copies
 * that are being written go along. Returns the number of articles.
 */
export async function mergeCategory(
  tx: Db,
  { fromId, intoId }: { fromId: number; intoId: number },
  userName: string,
): Promise<number> {
  const from = await findRow(tx, fromId);
  refuseFields({ intoId: fromId === intoId ? "不能合并到自己" : undefined });
  const [into] = await tx.select().from(category).where(eq(category.id, intoId));
  const { children } = await contentsOf(tx, fromId);
  refuseFields({
    intoId: !into
      ? "目标栏目不存在"
      : !holdsArticles(into.bllType)
        ? "目标是链接，不能存放文章"
        : into.status !== "0"
          ? "目标栏目已停用，合并后文章将不再显示"
          : undefined,
  });
  if (!into) return 0;
  if (!holdsArticles(from.bllType)) throw new AppError("这是链接，没有文章，直接删除即可");
  if (children > 0) {
    throw new AppError(`「${from.bllName}」下还有 ${children} 个下级栏目，请先移走再合并`);
  }
  const [was, now] = [await accessOf(tx, fromId), await accessOf(tx, intoId)];
  let moved = 0;
  await changeReaders(tx, { typeIds: [fromId], was, now }, async () => {
    const inside = eq(article.typeId, fromId);
    const { rowCount } = await tx.update(article).set({ typeId: intoId }).where(inside);
    moved = rowCount ?? 0;
  });
  await tx
    .update(articleCopy)
    .set({ fields: sql`jsonb_set(${articleCopy.fields}, '{typeId}', to_jsonb(${intoId}::bigint))` })
    .where(sql`${articleCopy.fields}->>'typeId' = ${String(fromId)}`);
  await tx.delete(category).where(inArray(category.id, [fromId]));
  const to = addressOf(into);
  const addresses = [
    addressOf(from),
    listHref(fromId, fromId),
    // What asks for the category alone.
    listHref(fromId, 0),
  ].map((each) => ({ from: each, to }));
  const feed = { from: `/rss.xml?typeId=${fromId}`, to: `/rss.xml?typeId=${intoId}` };
  await movePages(tx, [...addresses, feed], { origin: "merge", userName });
  await dropCaches(tx);
  return moved;
}
