import type { Problem } from "./problem.ts";

/** Without spaces, hyphens and +86: the form that is stored and counted. */
export function normalisePhone(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s-]/g, "")
    .replace(/^(?:\+|00)86/, "");
}

export const isPhone = (text: string): boolean => /^1[3-9]\d{9}$/.test(normalisePhone(text));

export const checkPhone = (text: string): Problem =>
  isPhone(text) ? undefined : "请输入正确的11位手机号码";

export const normaliseCode = (text: string): string => text.normalize("NFKC").replace(/\s/g, "");

export const checkSmsCode = (text: string): Problem =>
  /^\d{6}$/.test(normaliseCode(text)) ? undefined : "请输入6位短信验证码";
