import { AppError } from "./errors.ts";

/**
 * Ids of a path segment: one, or several with commas between (wire-contract 1.2). Whatever no row can
 * have is left out; what is no list of digits is refused.
 */
export function parseIds(text: string): number[] {
  if (!/^\d{1,19}(,\d{1,19})*$/.test(text)) throw new AppError("编号格式不正确");
  return [...new Set(text.split(",").map(Number))].filter(Number.isSafeInteger);
}
