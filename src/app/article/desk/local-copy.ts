import { readJson, removeText, writeJson } from "../../../office/storage.ts";
import { type ArticleFields, EMPTY_FIELDS } from "./fields.ts";

/** What was being written and not saved, as this browser keeps it. */
export type LocalCopy = { fields: ArticleFields /** ms. */; keptAt: number };

/** Of one person and one article; 0: a new one. */
const keyOf = (userId: number, articleId: number | undefined) =>
  `office-article:${userId}:${articleId ?? 0}`;

/** Older ones are of no use to anybody. */
const MAX_AGE_MS = 14 * 86_400_000;

export const keepLocally = (
  userId: number,
  articleId: number | undefined,
  fields: ArticleFields,
): boolean => writeJson("localStorage", keyOf(userId, articleId), { fields, keptAt: Date.now() });

export const dropLocal = (userId: number, articleId: number | undefined): void =>
  removeText("localStorage", keyOf(userId, articleId));

/** Undefined: nothing is kept, or what is kept is not to be made sense of. */
export function readLocal(userId: number, articleId: number | undefined): LocalCopy | undefined {
  const kept = readJson("localStorage", keyOf(userId, articleId)) as Partial<LocalCopy> | undefined;
  if (typeof kept?.keptAt !== "number" || Date.now() - kept.keptAt > MAX_AGE_MS) return undefined;
  if (typeof kept.fields !== "object" || kept.fields === null) return undefined;
  if (typeof kept.fields.content !== "string") return undefined;
  return { keptAt: kept.keptAt, fields: { ...EMPTY_FIELDS, ...kept.fields } };
}
