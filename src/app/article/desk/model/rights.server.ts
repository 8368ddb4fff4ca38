import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { type ScopedPermission, scopeReader } from "#src/app/system/dept/service.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { article } from "../../table.server.ts";
import type { ArticleVerb } from "./states.ts";

type Owned = { ownerId: number | null; deptId: number | null };

/** What one person may do at the desk: permissions, and whose articles each of them reaches. */
export type Rights = {
  account: Account;
  deptId: number | null;
  /** Whether a permission reaches this article. One's own are always reached. */
  reaches(permission: ScopedPermission, row: Owned): boolean;
  /** The same as a condition on the table. */
  where(permission: ScopedPermission): SQL;
};

export const LIST = "content:article:list";
export const QUERY = "content:article:query";
export const EDIT = "content:article:edit";
export const REVIEW = "content:article:review";
export const PUBLISH = "content:article:publish";
export const PIN = "content:article:pin";
const REMOVE = "content:article:remove";
export const OVERRIDE = "content:wording:override";

/** Permission of each act. */
export const PERMISSION_OF: Readonly<Record<ArticleVerb, ScopedPermission>> = {
  edit: EDIT,
  submit: EDIT,
  withdraw: EDIT,
  discardCopy: EDIT,
  approve: REVIEW,
  sendBack: REVIEW,
  publish: PUBLISH,
  recall: PUBLISH,
  pin: PIN,
  recycle: REMOVE,
  putBack: REMOVE,
  purge: REMOVE,
};

/** Reads the rights once a request: the union over the roles that hold a permission (wire 4.5). */
export async function rightsOf(db: Db, account: Account): Promise<Rights> {
  const [read, [own]] = await Promise.all([
    scopeReader(db, account),
    db.select({ deptId: user.deptId }).from(user).where(eq(user.userId, account.userId)),
  ]);
  const scopeOf = (permission: ScopedPermission) =>
    hasPermission(account, permission) ? read(permission) : undefined;
  return {
    account,
    deptId: own?.deptId ?? null,
    reaches(permission, row) {
      const scope = scopeOf(permission);
      if (!scope) return false;
      if (scope.isAll || row.ownerId === account.userId) return true;
      return row.deptId !== null && scope.deptIds.includes(row.deptId);
    },
    where(permission) {
      const scope = scopeOf(permission);
      if (!scope) return sql`false`;
      if (scope.isAll) return sql`true`;
      const mine = eq(article.ownerId, account.userId);
      if (scope.deptIds.length === 0) return mine;
      return or(mine, inArray(article.deptId, scope.deptIds)) ?? mine;
    },
  };
}

/**
 * An article by its id where the permission reaches it, locked for the transaction.
 * @throws AppError 404: it is not there, or not within reach; the answer does not say which.
 */
export async function lockArticle(
  tx: Db,
  rights: Rights,
  id: number,
  permission: ScopedPermission,
) {
  const [row] = await tx
    .select()
    .from(article)
    .where(and(eq(article.id, id), rights.where(permission)))
    .for("update");
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}
