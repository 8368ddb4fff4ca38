import { shortName } from "../setting.ts";
import { settingOf } from "../settings.ts";

/** The settings that an editor may change, as people think of them. */
export const GROUPS: readonly (readonly [name: string, keys: readonly string[]])[] = [
  ["基本信息", ["site.name", "site.badge", "site.latinName", "site.description"]],
  [
    "联系方式与二维码",
    [
      "site.phone",
      "site.hours",
      "site.email",
      "site.address",
      "site.postcode",
      "site.qr",
      "site.qrImage",
      "site.qrLabel",
    ],
  ],
  ["页脚与备案", ["site.host", "site.copyright", "site.icp", "site.police"]],
  [
    "入会指南",
    [
      "membership.intro",
      "membership.prepare",
      "membership.feeNote",
      "membership.rights",
      "membership.duties",
    ],
  ],
  ["升级公告", ["site.notice", "site.noticeCategory"]],
  ["教育小助手", ["site.chatUrl", "site.chatHours", "site.crisisWords"]],
  ["咨询服务", ["advice.phone", "advice.hours", "advice.keepDays"]],
  ["主题色", ["site.theme"]],
  ["长辈版", ["site.elderDefault"]],
  ["百度推送", ["site.baiduPush", "site.baiduToken"]],
];

export const EDITABLE: readonly string[] = GROUPS.flatMap(([, keys]) => keys);

/** Name of a setting on this page. */
export const labelOf = (key: string): string => shortName(settingOf(key)?.name ?? key);

/** Written, never read: the API says only whether there is one. */
export const TOKEN_KEY = "site.baiduToken";

/** Codes that a search engine gives a site. */
export const TOKEN_PATTERN = /^[A-Za-z0-9]{8,64}$/;
