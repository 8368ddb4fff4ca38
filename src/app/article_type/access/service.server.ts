import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";

/** Who may read a text, from everybody to few (product 4.10). */
export const ACCESS = ["public", "login", "member"] as const;
export type Access = (typeof ACCESS)[number];

/** The one of the two that fewer people pass. */
export const stricter = (one: Access, other: Access): Access =>
  ACCESS.indexOf(one) > ACCESS.indexOf(other) ? one : other;

/**
 * Whether the category, by its own word or by one above it, asks for at least one of the levels. The
 * ids come from a subquery that is asked once a statement, not once a row.
 */
const asksFor = (typeId: SQL | AnyColumn, levels: string): SQL =>
  sql`coalesce(${typeId} = any((select array(
    with recursive guarded as (
      select id from article_type where access in (${sql.raw(levels)})
      union
      select below.id from article_type below join guarded on below.parent_id = guarded.id
    ) select id from guarded))::bigint[]), false)`;

/** Who may read an article: the stricter of its own word and its category's. */
export const visibleOf = (own: SQL | AnyColumn, typeId: SQL | AnyColumn): SQL<Access> =>
  sql<Access>`case
    when ${own} = 'member' or ${asksFor(typeId, "'member'")} then 'member'
    when ${own} = 'login' or ${asksFor(typeId, "'login', 'member'")} then 'login'
    else 'public' end`;

/** Who may read a category, those above it counted; `public` for one that is not there. */
export async function accessOf(db: Db, typeId: number): Promise<Access> {
  const { rows } = await db.execute<{ access: Access }>(sql`
    with recursive up as (
      select id, parent_id, access from article_type where id = ${typeId}
      union
      select above.id, above.parent_id, above.access
      from article_type above join up on above.id = up.parent_id
    ) select distinct access from up`);
  return rows.reduce<Access>((strictest, { access }) => stricter(strictest, access), "public");
}

/**
 * Until the end of the transaction no category asks for another reader than now. Who writes words of an
 * article takes it before they are cut, and behind the locks of the articles' rows.
 */
export const holdAccess = (tx: Db, limits: { limitMs?: number } = {}) =>
  lockInTransaction(tx, "access", { isShared: true, ...limits });

/** The other side: until the end of the transaction nobody cuts words for what categories ask now. */
export const lockAccess = (tx: Db) => lockInTransaction(tx, "access");

/** Who may read an article of this category with this `visible` of its own. */
export async function visibleIn(tx: Db, typeId: number | null, own: Access): Promise<Access> {
  // The category can only add to it, and every text that is not public is cut alike.
  if (typeId === null || own !== "public") return own;
  await holdAccess(tx);
  return stricter(own, await accessOf(tx, typeId));
}
