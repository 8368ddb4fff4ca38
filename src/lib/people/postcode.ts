import type { Problem } from "./problem.ts";

export const normalisePostcode = (text: string): string =>
  text.normalize("NFKC").replace(/\s/g, "");

export const checkPostcode = (text: string): Problem =>
  /^\d{6}$/.test(normalisePostcode(text)) ? undefined : "请输入6位邮政编码";
