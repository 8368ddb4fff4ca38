import { ORDER, type RowOf, STATUS } from "#src/lib/fields/facts.ts";

export const BANNER = {
  bannerName: { kind: "text", label: "标题", max: 40, isRequired: true },
  picture: { kind: "picture", label: "横幅图片", rule: "单条时约 5:1，多条时约 5:2，可以没有" },
  alt: { kind: "text", label: "说明文字", max: 100, rule: "有图片时必填，念给看不到图片的人听" },
  linkUrl: { kind: "address", label: "链接地址" },
  beginTime: { kind: "moment", label: "开始时间", rule: "留空：立即" },
  endTime: { kind: "moment", label: "结束时间", rule: "留空：一直显示" },
  orderNum: ORDER,
  status: { ...STATUS, rule: "停用后网站上不再显示" },
} as const;

export type BannerRow = RowOf<typeof BANNER, "id">;
