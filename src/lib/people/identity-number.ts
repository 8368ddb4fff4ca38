import { parseDateTime } from "../text/dates.ts";
import { isAdultOn, TOO_YOUNG } from "./adult.ts";
import type { Problem } from "./problem.ts";

const SHAPE = /^[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]$/;
/** GB 11643, ISO 7064 MOD 11-2: finds each wrong digit and each pair of swapped neighbours. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECK_SIGNS = "10X98765432";

const WRONG = "身份证号码有误";

/** Without spaces and hyphens, with a large X: the form that is stored and compared. */
export const normaliseIdentityNumber = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "")
    .toUpperCase();

/** What a number says of its owner. `gender` as in the dictionary sys_user_sex: 0 男, 1 女. */
export type Identity = {
  number: string;
  /** yyyy-MM-dd */
  birthday: string;
  gender: "0" | "1";
};

/** Reads a number of 18 signs; undefined where its shape, its date or its check digit is wrong (product 4.1). */
export function identityOf(text: string): Identity | undefined {
  const number = normaliseIdentityNumber(text);
  if (!SHAPE.test(number)) return undefined;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  if (CHECK_SIGNS[sum % 11] !== number[17]) return undefined;
  const birthday = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  // Nobody lives who was born in 1900: the dates that can be read begin in 1901.
  if (!parseDateTime(birthday)) return undefined;
  return { number, birthday, gender: Number(number[16]) % 2 === 1 ? "0" : "1" };
}

/** The number of an adult. `day`: yyyy-MM-dd in Shanghai, on which the person must be 18 years old. */
export function checkIdentityNumber(text: string, day: string): Problem {
  const identity = identityOf(text);
  if (!identity || identity.birthday > day) return WRONG;
  return isAdultOn(identity.birthday, day) ? undefined : TOO_YOUNG;
}
