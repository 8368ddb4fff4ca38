import { isCommonPassword } from "./password-blocklist.ts";
import { posingProblem } from "./posing-names.ts";

// The validators of product 4.1 that accounts need: the browser shows their texts before the
// server does. Each returns a Chinese text, or undefined when the value passes.

export type Problem = string | undefined;

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

/** `138****0000`; a text that is no phone shows nothing. */
export function maskPhone(text: string): string {
  return /^\d{11}$/.test(text) ? `${text.slice(0, 3)}****${text.slice(7)}` : "";
}

/** `w***@example.org`. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/, "$1***");

export const normaliseCode = (text: string): string => text.normalize("NFKC").replace(/\s/g, "");

export const checkSmsCode = (text: string): Problem =>
  /^\d{6}$/.test(normaliseCode(text)) ? undefined : "请输入6位短信验证码";

export const normaliseEmail = (text: string): string => text.trim().toLowerCase();

export function checkEmail(text: string): Problem {
  const email = normaliseEmail(text);
  const isGood = email.length <= 64 && /^[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(email);
  return isGood ? undefined : "请输入正确的邮箱地址";
}

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

// Latin words count only as whole words: "shitou" is a stone. The Chinese ones are chosen so that no
// ordinary name holds them by accident ("妈妈的爱", "绿色情怀").
const RUDE = ["傻逼", "傻比", "煞笔", "操你", "草泥马", "他妈的", "王八蛋", "狗屎", "贱人", "裸聊"];
const RUDE_LATIN = ["fuck", "shit", "bitch", "asshole", "cnm", "nmsl"];
const ADVERTISING = ["加微信", "代开发票", "办证", "贷款", "赌博"];

export const normaliseNickName = (text: string): string => text.normalize("NFC").trim();

/** The owner of the name: staff may use titles of the society, others may not use its name. */
type Bearer = { isStaff?: boolean; society?: string };

/** 2-20 visible characters and a small word filter (product 4.1). */
export function checkNickName(text: string, { isStaff, society }: Bearer = {}): Problem {
  const name = normaliseNickName(text);
  const length = Array.from(name).length;
  if (length < 2 || length > 20 || /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(name)) {
    return "昵称长度为2-20个字符";
  }
  if (/[<>]/.test(name)) return "昵称不能包含脚本字符";
  const folded = name.normalize("NFKC").toLowerCase();
  const plain = folded.replace(/[\s\p{P}\p{S}]/gu, "");
  const words = folded.split(/[^a-z]+/);
  const holds = (chinese: string[], latin: string[]) =>
    chinese.some((word) => plain.includes(word)) || latin.some((word) => words.includes(word));
  const isUnfit = holds(RUDE, RUDE_LATIN) || holds(ADVERTISING, []);
  if (isUnfit) return "昵称包含不合适的词语，请换一个";
  return isStaff ? undefined : posingProblem(name, society);
}

export const AGREE_FIRST = "请先阅读并同意《用户协议》和《隐私政策》";
