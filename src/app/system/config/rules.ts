import { checkPassword } from "../../../lib/validators.ts";

/** What a setting that the program reads may be; `hint` stands beside the field. */
type Rule = { hint: string; check: (value: string) => boolean; wrong?: string };

const BOOLEAN: Rule = { hint: "true 或 false", check: (value) => /^(true|false)$/.test(value) };

const oneOf = (...values: string[]): Rule => ({
  hint: values.join(" 或 "),
  check: (value) => values.includes(value),
});

const wholeFrom = (min: number, max: number): Rule => ({
  hint: `${min} 到 ${max} 的整数`,
  check: (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
});

const isWeb = (value: string) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);

const isNotice = (value: string): boolean => {
  try {
    const notice: unknown = JSON.parse(value);
    return typeof notice === "object" && notice !== null && !Array.isArray(notice);
  } catch {
    return false;
  }
};

/** Wire-contract 4.3 and 6, product.md 4.1 and 7.3. */
const RULES: Readonly<Record<string, Rule>> = {
  "sys.index.sideTheme": oneOf("theme-dark", "theme-light"),
  "sys.user.initPassword": {
    hint: "10-32 位，大小写字母、数字、符号取三种",
    check: (value) => !checkPassword(value, { userName: "", phone: "", isStaff: true }),
  },
  "sys.account.captchaEnabled": BOOLEAN,
  "sys.account.registerUser": BOOLEAN,
  "sys.account.initPasswordModify": oneOf("0", "1"),
  "sys.account.passwordValidateDays": wholeFrom(0, 365),
  "sys.account.chrtype": oneOf("0", "1", "2", "3", "4"),
  "sys.account.lockFailures": wholeFrom(1, 100),
  "sys.account.lockMinutes": wholeFrom(1, 1440),
  "sys.login.blackIPList": {
    hint: "用分号分隔的地址、带 * 的地址或地址段，可以留空",
    check: (value) => /^[\da-fA-F.:*/;\s-]*$/.test(value),
  },
  "sys.innerLink.hosts": {
    hint: "用逗号分隔的域名，可以留空",
    check: (value) => /^[\w.:/,，\s-]*$/.test(value),
  },
  "security.totpRoles": {
    hint: "用逗号分隔的角色权限字符，可以留空",
    check: (value) => /^[\w:,，\s-]*$/.test(value),
  },
  "sms.dailyBudget": wholeFrom(0, 1_000_000),
  "site.chatUrl": {
    hint: "http(s):// 开头的地址，可以留空",
    check: (value) => value === "" || isWeb(value),
  },
  "site.email": {
    hint: "邮箱地址",
    check: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  },
  "site.qrImage": {
    hint: "有图片时页脚显示图片，没有时按二维码内容绘制",
    check: (value) => value === "" || /^\/profile\/[\w/-]+\.(png|jpe?g)$/.test(value),
    wrong: "请上传 png、jpg 或 jpeg 图片",
  },
  "site.notice": { hint: "公告的 JSON，见网站公告页", check: isNotice },
};

/** Keys whose values say how the house is locked: never answered to people who are not staff. */
const CLOSED = /^(sys\.(user|login)\.|security\.|sms\.)/;

/** What may stand in a setting, for the form; undefined where anything may. */
export const hintOf = (key: string): string | undefined => RULES[key]?.hint;

/** Text for a value that its key does not allow; an empty one only where the rule says so. */
export function checkValue(key: string, value: string): string | undefined {
  const rule = Object.hasOwn(RULES, key) ? RULES[key] : undefined;
  if (rule?.check(value)) return undefined;
  if (value === "") return "参数键值不能为空";
  return rule && (rule.wrong ?? `参数键值应为：${rule.hint}`);
}

/** Whether the value is the path of an uploaded picture. */
export const isPicture = (key: string): boolean => key === "site.qrImage";

export const mayBePublic = (key: string): boolean => !CLOSED.test(key);
