import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import type { Account } from "#src/server/http/access.ts";
import { article } from "../../table.server.ts";
import { ARTICLE_LIFE, type ArticleVerb } from "./states.ts";

/** Whose an article is, and of which department. */
export const ARTICLES = { owner: article.ownerId, dept: article.deptId };

export const LIST = "content:article:list";
export const QUERY = "content:article:query";
export const EDIT = "content:article:edit";
export const REVIEW = "content:article:review";
export const PUBLISH = "content:article:publish";
export const PIN = "content:article:pin";
export const OVERRIDE = "content:wording:override";

/** Permission of a step that people take. */
export const permissionOf = (verb: ArticleVerb): ScopedPermission => ARTICLE_LIFE.steps[verb].by[0];

/** Four eyes: who may publish can do so without review, but nobody reviews what he submitted himself. */
export const ownReview = (
  verb: ArticleVerb,
  submittedBy: number | null | undefined,
  { userId }: Pick<Account, "userId">,
): string | undefined =>
  verb === "approve" && submittedBy === userId ? "不能审核自己提交的文章，请由他人审核" : undefined;
