import type { Problem } from "./problem.ts";

/** GB 32100: digits and capitals without I, O, S, V and Z; the place of a sign is its value. */
const SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const SHAPE = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;
/** Powers of 3 modulo 31: each wrong sign and each pair of swapped neighbours is found. */
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Without spaces and hyphens, in capitals: the form that is stored and compared. */
export const normaliseCreditCode = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "")
    .toUpperCase();

/** The unified social credit code of a unit (product 4.1). */
export function checkCreditCode(text: string): Problem {
  const code = normaliseCreditCode(text);
  const sum = WEIGHTS.reduce(
    (total, weight, at) => total + weight * SIGNS.indexOf(code[at] ?? ""),
    0,
  );
  const isGood = SHAPE.test(code) && SIGNS[(31 - (sum % 31)) % 31] === code[17];
  return isGood ? undefined : "统一社会信用代码有误";
}
