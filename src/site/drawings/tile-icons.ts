/** Names of the drawn service icons, with their words; tile-drawing.tsx has the drawings. */
export const TILE_ICONS = [
  ["news", "新闻"],
  ["notice", "公告"],
  ["guide", "指导"],
  ["join", "入会"],
  ["journal", "会刊"],
  ["download", "下载"],
  ["training", "培训"],
  ["declare", "申报"],
  ["consult", "咨询"],
  ["academic", "学术"],
  ["search", "搜索"],
  ["site", "网站"],
] as const;

export type TileIcon = (typeof TILE_ICONS)[number][0];

export const isTileIcon = (name: string): name is TileIcon =>
  TILE_ICONS.some(([icon]) => icon === name);
