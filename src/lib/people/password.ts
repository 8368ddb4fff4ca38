import { isCommonPassword } from "./password-blocklist.ts";
import { normalisePhone } from "./phone.ts";
import type { Problem } from "./problem.ts";

/** The policy as help text, shown before any error. */
export const passwordRule = (isStaff = false): string =>
  `密码须为${isStaff ? 10 : 8}-32位，并至少包含大写字母、小写字母、数字、符号中的三种`;

const CLASSES = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/];

type Owner = { userName?: string; phone?: string; isStaff?: boolean };

/**
 * product 4.1: 8-32 characters (staff 10-32), three of four classes, no space, not containing the
 * user name or the phone, not common. Length counts characters, not bytes.
 */
export function checkPassword(password: string, owner: Owner = {}): Problem {
  if (/[\s\p{Cc}\p{Cf}]/u.test(password)) return "密码不能包含空格";
  const length = Array.from(password).length;
  const classes = CLASSES.filter((pattern) => pattern.test(password)).length;
  if (length < (owner.isStaff ? 10 : 8) || length > 32 || classes < 3) {
    return passwordRule(owner.isStaff);
  }
  const lower = password.toLowerCase();
  const names = [owner.userName?.toLowerCase(), normalisePhone(owner.phone ?? "")];
  // A name of one or two letters is in too many good passwords.
  if (names.some((name) => name && name.length > 2 && lower.includes(name))) {
    return "密码不能包含账号或手机号";
  }
  return isCommonPassword(password) ? "该密码过于常见，容易被猜到，请换一个" : undefined;
}

export const checkRepeat = (password: string, repeat: string): Problem =>
  password === repeat ? undefined : "两次输入的密码不一致";
