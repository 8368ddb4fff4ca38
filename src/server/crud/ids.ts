import { idOfText, idsOfText } from "../../lib/id-text.ts";
import { AppError, NOT_FOUND, refuseFields } from "../http/errors.ts";

/**
 * A text, or a number as one; "" for anything else. `String` would run what an object from outside
 * calls `toString`, and throws where it has none, as objects of a query.
 */
export const plainText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/**
 * Ids of a path segment: one, or several with commas between (wire 1.2). Whatever no row can
 * have is left out; what is no list of digits is refused.
 */
export function parseIds(text: string): number[] {
  const ids = idsOfText(text);
  if (!ids) throw new AppError("编号格式不正确");
  return ids;
}

/** The one id of a path, a query or a body. @throws AppError 404 for what no row can have. */
export function parseId(value: unknown): number {
  const ids = parseIds(plainText(value));
  if (ids.length > 1) throw new AppError("编号格式不正确");
  const [id] = ids;
  if (id === undefined) throw new AppError(NOT_FOUND, { code: 404 });
  return id;
}

/** More rows than any menu has, the longest list that a form sends. */
const MAX_IDS = 5_000;

/** Ids of a body's list, numbers or digits; undefined where the body says nothing. */
export function readIds(body: Record<string, unknown>, key: string): number[] | undefined {
  const value = body[key];
  if (value === undefined || value === null) return undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const ids = list.map((id) => idOfText(plainText(id)) ?? 0);
  const isGood = list.length <= MAX_IDS && ids.every((id) => id > 0);
  if (!isGood) refuseFields({ [key]: "编号格式不正确" });
  return [...new Set(ids)];
}
