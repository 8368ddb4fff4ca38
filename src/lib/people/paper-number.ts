import { checkIdentityNumber, normaliseIdentityNumber } from "./identity-number.ts";
import type { Problem } from "./problem.ts";

/** The papers by which a person applies. */
export const PAPERS = {
  identity: "居民身份证",
  residence: "港澳台居民居住证",
  hongKongMacao: "港澳居民来往内地通行证",
  taiwan: "台湾居民来往大陆通行证",
  passport: "护照",
} as const;

export type Paper = keyof typeof PAPERS;

/** Whether the number itself tells birthday and gender: the residence permit is numbered as the card is. */
export const isTelling = (paper: Paper): boolean => paper === "identity" || paper === "residence";

/** Capitals, no spaces, hyphens or brackets: the form that is stored, sealed and compared. */
export const normalisePaperNumber = (text: string): string =>
  normaliseIdentityNumber(text).replace(/[()]/g, "");

/**
 * The number of a person's paper. `day`: yyyy-MM-dd in Shanghai, for the age that an identity number tells; of
 * other papers the birthday is asked for beside (`isAdultOn`).
 */
export function checkPaperNumber(paper: Paper, text: string, day: string): Problem {
  if (isTelling(paper)) return checkIdentityNumber(text, day);
  const isGood = /^[0-9A-Z]{5,20}$/.test(normalisePaperNumber(text));
  return isGood ? undefined : "证件号码应为5-20位字母和数字";
}
