import type { TileIcon } from "../../site/drawings/tile-icons.ts";
import type { MenuItem } from "../../site/shell/site-facts.ts";
import type { Tile } from "../tile/service.server.ts";

/** A tile for the category of this name, if the menu has it: tiles lead only to pages that are there. */
type Wanted = readonly [category: string, label: string, note: string, icon: TileIcon];

const SERVICES: readonly Wanted[] = [
  ["入会指南", "入会指南", "个人与单位", "join"],
  ["培训通知", "培训通知", "开班与课程", "training"],
  ["课题研究", "课题研究", "指南与立项", "declare"],
  ["学会会刊", "学会会刊", "在线阅读", "journal"],
  ["下载中心", "下载中心", "表格与资料", "download"],
  ["咨询服务", "咨询服务", "热线与时间", "consult"],
];

const ELDER: readonly Wanted[] = [
  ["新闻动态", "学会新闻", "看新闻看动态", "news"],
  ["通知公告", "通知公告", "看最新通知", "notice"],
  ["家庭教育指导", "家教指导", "方法和案例", "guide"],
  ["入会指南", "会员服务", "入会和会费", "join"],
  ["学会会刊", "学会会刊", "在线阅读", "journal"],
  ["下载中心", "下载中心", "表格和资料", "download"],
  ["培训", "培训学习", "课程和通知", "training"],
  ["学术", "学术研究", "会议和课题", "academic"],
  ["联系我们", "联系我们", "电话和地址", "consult"],
];

/** Elder mode has six tiles, no more (product 7.3). */
const ELDER_TILES = 6;

const flat = (menu: readonly MenuItem[]): MenuItem[] =>
  menu.flatMap((item) => [item, ...flat(item.children)]);

function pick(menu: readonly MenuItem[], wanted: readonly Wanted[]): Tile[] {
  const named = new Map(flat(menu).map((item) => [item.label, item]));
  return wanted.flatMap(([category, label, note, icon]) => {
    const item = named.get(category);
    return item ? [{ label, note, href: item.href, icon, isExternal: item.isExternal }] : [];
  });
}

export const serviceTiles = (menu: readonly MenuItem[]): Tile[] => pick(menu, SERVICES);

/**
 * Six where there are as many: those that staff keep, else the known categories; then other top
 * entries, then the search.
 */
export function elderTiles(menu: readonly MenuItem[], kept?: readonly Tile[]): Tile[] {
  const known = kept ?? pick(menu, ELDER);
  const hrefs = new Set(known.map((tile) => tile.href));
  const others = menu
    .filter((item) => !hrefs.has(item.href))
    .map(({ label, href, isExternal }): Tile => {
      return { label, note: "进入栏目", href, icon: "site", isExternal };
    });
  const search: Tile = {
    label: "全站搜索",
    note: "输入词语找内容",
    href: "/search",
    icon: "search",
    isExternal: false,
  };
  return [...known, ...others, search].slice(0, ELDER_TILES);
}
