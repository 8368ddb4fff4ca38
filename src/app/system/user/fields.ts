import { REMARK, STATUS } from "#src/lib/fields/facts.ts";

const PLAIN = /^[^<>\p{Cc}\p{Cf}]*$/u;

/** What a person may write of another one: texts and bounds of wire 4.4 and 5. */
export const USER = {
  userName: {
    kind: "text",
    label: "用户账号",
    max: 30,
    isRequired: true,
    pattern: PLAIN,
    wrong: "用户账号不能包含脚本字符",
  },
  nickName: {
    kind: "text",
    label: "用户昵称",
    max: 30,
    isRequired: true,
    pattern: PLAIN,
    wrong: "用户昵称不能包含脚本字符",
  },
  phonenumber: { kind: "text", label: "手机号码", max: 11, rule: "也可用来登录" },
  email: { kind: "text", label: "邮箱", max: 50 },
  sex: {
    kind: "choice",
    label: "用户性别",
    short: "性别",
    values: ["0", "1", "2"],
    words: { 0: "男", 1: "女", 2: "未知" },
    dict: "sys_user_sex",
  },
  status: { ...STATUS, label: "账号状态", short: "状态", rule: "停用后立即退出登录" },
  remark: REMARK,
} as const;
