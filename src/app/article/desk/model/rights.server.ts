import { and, eq } from "drizzle-orm";
import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { article } from "../../table.server.ts";
import type { ArticleVerb } from "./states.ts";

/** Whose an article is, and of which department. */
export const ARTICLES = { owner: article.ownerId, dept: article.deptId };

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

/**
 * An article by its id where the permission reaches it, locked for the transaction.
 * @throws AppError 404: it is not there, or not within reach; the answer does not say which.
 */
export async function lockArticle(tx: Db, reach: Reach, id: number, permission: ScopedPermission) {
  const [row] = await tx
    .select()
    .from(article)
    .where(and(eq(article.id, id), reach.where(permission, ARTICLES)))
    .for("update");
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}
