import { and, count, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { isSitePath, webProblem } from "#src/lib/address/site-address.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import type { Field } from "#src/server/fields/fields.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { isKnownPage } from "#src/site/addresses/site-pages.ts";
import { article } from "../../article/table.server.ts";
import { category } from "../table.server.ts";
import { holdsArticles, MAX_DEPTH } from "./category.ts";
import { CATEGORY } from "./fields.ts";

export type Category = typeof category.$inferSelect;

/** 0 is the top. */
const parent: Field<number> = {
  label: "上级栏目",
  missing: undefined,
  shape: { type: "integer", minimum: 0 },
  read(value) {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isSafeInteger(number) && number >= 0
      ? { value: number }
      : { error: "上级栏目不正确" };
  },
};

export const FIELDS = { parentId: parent, ...fieldsOf(CATEGORY) };

/** One writer of the tree at a time, or two moves at once could close a circle. */
export const lockCategories = (tx: Db) => lockInTransaction(tx, "categories");

/** @throws AppError 404 where there is none. */
export async function findRow(db: Db, id: number): Promise<Category> {
  const [found] = await db.select().from(category).where(eq(category.id, id));
  if (!found) throw new AppError(NOT_FOUND, { code: 404 });
  return found;
}

/** Types that hold articles have no address. */
export const tidied = <T extends { bllType?: string | undefined; bllValue?: string | undefined }>(
  next: T,
): T => (holdsArticles(next.bllType ?? "1") ? { ...next, bllValue: "" } : next);

function valueProblem(type: string, value: string): string | undefined {
  if (type === "3") return value === "" ? "请填写外链地址" : webProblem("外链地址", value);
  if (type !== "2") return undefined;
  if (value === "") return "请填写站内路径";
  if (!isSitePath(value)) return "站内路径应以 / 开头，例如 /Declare";
  return isKnownPage(value) ? undefined : "本站没有这个页面，请检查路径";
}

type Place = Pick<Category, "id" | "parentId" | "bllName" | "bllType" | "bllValue">;

/**
 * Refuses a category that cannot be, with the text on its field; `id` is 0 for a new one. Its place:
 * not below itself, at most MAX_DEPTH levels, only below a type that holds others, no twin.
 */
export async function checkCategory(
  tx: Db,
  next: Place,
  before: Category | undefined,
): Promise<void> {
  refuseFields({ bllValue: valueProblem(next.bllType, next.bllValue) });
  if (next.parentId !== 0) await checkPlace(tx, next, before);
  const [twin] = await tx
    .select({ id: category.id })
    .from(category)
    .where(
      and(
        eq(category.parentId, next.parentId),
        eq(category.bllName, next.bllName),
        ne(category.id, next.id),
      ),
    )
    .limit(1);
  refuseFields({ bllName: twin ? "同一上级下已有同名栏目" : undefined });
  if (before && before.bllType !== next.bllType) await checkType(tx, next);
}

async function checkPlace(tx: Db, next: Place, before: Category | undefined): Promise<void> {
  const refuse = (parentId: string) => refuseFields({ parentId });
  if (before && next.parentId === next.id) refuse("上级栏目不能是自己");
  const { rows: above } = await tx.execute<{ id: number; type: string; level: number }>(sql`
    with recursive up as (
      select id, parent_id, bll_type, 1 as level from article_type where id = ${next.parentId}
      union all
      select a.id, a.parent_id, a.bll_type, up.level + 1
      from article_type a join up on a.id = up.parent_id where up.level < 20
    ) select id::int, bll_type as type, level from up order by level`);
  const [direct] = above;
  if (!direct) {
    refuse("上级栏目不存在");
    return;
  }
  if (above.some((each) => each.id === next.id)) refuse("上级栏目不能是自己的下级");
  if (direct.type !== "1") refuse("只有类型为“栏目”的才能有下级");
  const levels = above.length + (before ? await heightOf(tx, next.id) : 1);
  if (levels > MAX_DEPTH) refuse(`栏目最多 ${MAX_DEPTH} 级，放在这里会有 ${levels} 级`);
}

/** Levels of a branch, itself counted. */
async function heightOf(tx: Db, id: number): Promise<number> {
  const { rows } = await tx.execute<{ height: number }>(sql`
    with recursive down as (
      select id, 1 as level from article_type where id = ${id}
      union all
      select c.id, down.level + 1 from article_type c join down on c.parent_id = down.id
      where down.level < 20
    ) select max(level)::int as height from down`);
  return rows[0]?.height ?? 1;
}

/** What hangs below it or is in it may keep it from becoming another thing. */
async function checkType(tx: Db, next: Place): Promise<void> {
  const { children, articles } = await contentsOf(tx, next.id);
  const refuse = (bllType: string) => refuseFields({ bllType });
  if (next.bllType !== "1" && children > 0) {
    refuse(`栏目下还有 ${children} 个下级栏目，类型只能是“栏目”`);
  }
  if (!holdsArticles(next.bllType) && articles > 0) {
    refuse(`栏目里还有 ${articles} 篇文章，不能改为链接`);
  }
}

/** How much hangs directly below a category and lies in it; `recycled` of the articles are thrown away. */
export async function contentsOf(tx: Db, id: number) {
  const [below] = await tx
    .select({ children: count() })
    .from(category)
    .where(eq(category.parentId, id));
  const [inside] = await tx
    .select({
      articles: count(),
      recycled: sql<number>`count(*) filter (where ${article.status} = '5')::int`,
    })
    .from(article)
    .where(eq(article.typeId, id));
  return {
    children: below?.children ?? 0,
    articles: inside?.articles ?? 0,
    recycled: inside?.recycled ?? 0,
  };
}
