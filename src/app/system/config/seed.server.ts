import { randomBytes } from "node:crypto";
import type { Db } from "../../../db/client.ts";
import type { Env } from "../../../server/env.ts";
import { config } from "./table.server.ts";

export const order = 10;

type Row = { key: string; name: string; value: string; isPublic?: boolean };

/** A password that meets the policy of product.md 4.1 and nobody knows. */
export function randomPassword(): string {
  for (;;) {
    const text = randomBytes(15).toString("base64url");
    if (/[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text)) return text;
  }
}

/** wire-contract 6, then the society's own: product.md 4.10 and 7.3. */
const rows = (env: Env): Row[] => [
  {
    key: "sys.index.skinName",
    name: "主框架页-默认皮肤样式名称",
    value: "skin-blue",
    isPublic: true,
  },
  { key: "sys.user.initPassword", name: "用户管理-账号初始密码", value: randomPassword() },
  { key: "sys.index.sideTheme", name: "主框架页-侧边栏主题", value: "theme-dark", isPublic: true },
  {
    key: "sys.account.captchaEnabled",
    name: "账号自助-验证码开关",
    value: String(env.captchaEnabled ?? true),
    isPublic: true,
  },
  {
    key: "sys.account.registerUser",
    name: "账号自助-是否开启用户注册功能",
    value: "false",
    isPublic: true,
  },
  { key: "sys.login.blackIPList", name: "用户登录-黑名单列表", value: "" },
  { key: "sys.account.initPasswordModify", name: "用户管理-初始密码修改策略", value: "1" },
  { key: "sys.account.passwordValidateDays", name: "用户管理-账号密码更新周期", value: "0" },
  { key: "sys.account.chrtype", name: "用户管理-密码字符范围", value: "0", isPublic: true },
  { key: "sys.account.lockFailures", name: "用户登录-锁定前允许的失败次数", value: "5" },
  { key: "sys.account.lockMinutes", name: "用户登录-锁定分钟数", value: "10" },
  { key: "security.totpRoles", name: "安全-必须开启两步验证的角色", value: "" },
  { key: "sys.innerLink.hosts", name: "后台-允许内嵌的外部网站", value: "" },
  { key: "sms.dailyBudget", name: "短信-全站每日上限", value: "5000" },
  { key: "site.name", name: "网站-学会名称", value: "全国家庭教育学会", isPublic: true },
  { key: "site.badge", name: "网站-名称旁的标记", value: "演示站", isPublic: true },
  {
    key: "site.latinName",
    name: "网站-英文名称",
    value: "NATIONAL SOCIETY FOR FAMILY EDUCATION",
    isPublic: true,
  },
  {
    key: "site.description",
    name: "网站-简介",
    value: "研究家庭教育规律，服务千家万户。本站为演示站点，机构与内容均为虚构示例。",
    isPublic: true,
  },
  { key: "site.phone", name: "网站-联系电话", value: "010-00000000", isPublic: true },
  {
    key: "site.hours",
    name: "网站-服务时间",
    value: "工作日 9:00—11:30，13:30—17:00",
    isPublic: true,
  },
  { key: "site.email", name: "网站-联系邮箱", value: "service@example.org.cn", isPublic: true },
  { key: "site.address", name: "网站-联系地址", value: "北京市海淀区示例路 1 号", isPublic: true },
  { key: "site.postcode", name: "网站-邮政编码", value: "100000", isPublic: true },
  { key: "site.host", name: "网站-主办单位", value: "全国家庭教育学会秘书处", isPublic: true },
  { key: "site.icp", name: "网站-ICP 备案号", value: "京ICP备00000000号-1", isPublic: true },
  {
    key: "site.police",
    name: "网站-公安备案号",
    value: "京公网安备 00000000000000号",
    isPublic: true,
  },
  {
    key: "site.copyright",
    name: "网站-版权文字",
    value: "全国家庭教育学会（演示站）",
    isPublic: true,
  },
  {
    key: "site.qr",
    name: "网站-公众号二维码内容",
    value: "https://weixin.example.org/xuehui",
    isPublic: true,
  },
  { key: "site.qrImage", name: "网站-公众号二维码图片", value: "", isPublic: true },
  { key: "site.qrLabel", name: "网站-二维码说明", value: "学会官方公众号", isPublic: true },
  {
    key: "site.notice",
    name: "网站-升级公告",
    value: JSON.stringify({
      enabled: "force",
      mode: "box",
      start: "2025-09-02",
      end: "2025-09-04",
      title: "系统升级维护",
      text: "期间服务暂停，如有需要请联系老师",
    }),
    isPublic: true,
  },
  { key: "site.noticeCategory", name: "网站-首页公告栏目名称", value: "通知公告", isPublic: true },
  { key: "site.chatUrl", name: "网站-教育小助手嵌入地址", value: "", isPublic: true },
];

export async function base(db: Db, env: Env): Promise<void> {
  await db
    .insert(config)
    .values(
      rows(env).map((row) => ({
        configName: row.name,
        configKey: row.key,
        configValue: row.value,
        configType: "Y",
        isPublic: row.isPublic ?? false,
        createBy: "system",
      })),
    )
    .onConflictDoNothing();
}
