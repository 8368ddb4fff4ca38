import { keysWith, readJson, removeText, writeJson } from "#src/office/settings/storage.ts";
import { type ArticleFields, EMPTY_FIELDS } from "../model/fields.ts";

/** An article's id, or the mark of a new one that has none yet. */
export type CopyKey = number | string;

/** Unsaved text of an article, as this browser keeps it. */
export type LocalCopy = { key: CopyKey; fields: ArticleFields /** ms. */; keptAt: number };

const prefixOf = (userId: number) => `office-article:${userId}:`;
const keyOf = (userId: number, key: CopyKey) => `${prefixOf(userId)}${key}`;

/** Of a new article, by the number of its tab. */
export const draftKey = (draft: string): string => `new-${draft}`;

/** Older ones are of no use to anybody. */
const MAX_AGE_MS = 14 * 86_400_000;

export const keepLocally = (userId: number, key: CopyKey, fields: ArticleFields): boolean =>
  writeJson("localStorage", keyOf(userId, key), { fields, keptAt: Date.now() });

export const dropLocal = (userId: number, key: CopyKey): void =>
  removeText("localStorage", keyOf(userId, key));

/** Undefined: nothing is kept, or the kept text cannot be read. */
export function readLocal(userId: number, key: CopyKey): LocalCopy | undefined {
  const kept = readJson("localStorage", keyOf(userId, key)) as Partial<LocalCopy> | undefined;
  if (typeof kept?.keptAt !== "number" || Date.now() - kept.keptAt > MAX_AGE_MS) return undefined;
  if (typeof kept.fields !== "object" || kept.fields === null) return undefined;
  if (typeof kept.fields.content !== "string") return undefined;
  return { key, keptAt: kept.keptAt, fields: { ...EMPTY_FIELDS, ...kept.fields } };
}

/** Copies of new articles that never got a number, the latest first; those too old are dropped. */
export function newCopies(userId: number): LocalCopy[] {
  return keysWith("localStorage", prefixOf(userId))
    .map((name) => name.slice(prefixOf(userId).length))
    .filter((key) => /^new-|^0$/.test(key))
    .flatMap((key) => {
      const copy = readLocal(userId, key);
      if (!copy) dropLocal(userId, key);
      return copy ? [copy] : [];
    })
    .sort((a, b) => b.keptAt - a.keptAt);
}
