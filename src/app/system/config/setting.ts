import type { Kind } from "./kinds.ts";

export type Setting = {
  key: string;
  /** Name of its row. */
  name: string;
  group: Group;
  /** Says what it does, to the person about to change it. */
  note: string;
  kind: Kind;
  /** Its first value; undefined where every installation has its own. */
  initial?: string;
  isPublic?: true;
};

export const GROUPS = [
  "站点信息",
  "联系方式",
  "网站功能",
  "会员服务",
  "登录",
  "账号与安全",
  "后台外观",
  "短信",
  "邮件",
  "会员与会费",
] as const;
type Group = (typeof GROUPS)[number];

export const SWITCH: Kind = { kind: "switch" };
export const LINE: Kind = { kind: "text" };
export const OPTIONAL: Kind = { kind: "text", mayBeEmpty: true };
export const LONG: Kind = { kind: "text", isLong: true };

/** Below the name of its group: `网站-联系电话` is 联系电话 there. */
export const shortName = (name: string): string => name.replace(/^[^-]+-/, "");
