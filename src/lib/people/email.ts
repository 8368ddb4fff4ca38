import type { Problem } from "./problem.ts";

export const normaliseEmail = (text: string): string => text.trim().toLowerCase();

export function checkEmail(text: string): Problem {
  const email = normaliseEmail(text);
  const isGood = email.length <= 64 && /^[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(email);
  return isGood ? undefined : "请输入正确的邮箱地址";
}
