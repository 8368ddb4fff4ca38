import { ORDER, type RowOf, STATUS } from "#src/lib/fields/facts.ts";
import { TILE_ICONS } from "#src/site/drawings/tile-icons.ts";

export const TILE = {
  tileName: { kind: "text", label: "名称", max: 10, isRequired: true, rule: "建议 4 个字" },
  note: { kind: "text", label: "说明", max: 16, rule: "建议 6 个字以内" },
  linkUrl: { kind: "address", label: "链接地址", isRequired: true },
  icon: { kind: "choice", label: "图标", values: TILE_ICONS.map(([name]) => name) },
  isOnHome: { kind: "flag", label: "首页显示" },
  isElder: { kind: "flag", label: "长辈版显示" },
  isEntrance: { kind: "flag", label: "服务入口页显示" },
  orderNum: ORDER,
  status: { ...STATUS, rule: "链接的栏目停用时，入口自动隐藏" },
} as const;

export type TileRow = RowOf<typeof TILE, "id">;
