import type { Problem } from "./problem.ts";

/** A serial is taken once, so it is stored in one form: without spaces and hyphens, in capitals. */
export const normaliseBankSerial = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "")
    .toUpperCase();

/** The number under which a bank made a transfer (product 4.1). */
export const checkBankSerial = (text: string): Problem =>
  /^[0-9A-Z]{1,40}$/.test(normaliseBankSerial(text)) ? undefined : "银行流水号应为1-40位字母和数字";
