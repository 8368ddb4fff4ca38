import { asc, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { categoryHref } from "../../site/addresses/category-href.ts";
import type { TileIcon } from "../../site/drawings/tile-icons.ts";
import { category } from "../article_type/table.server.ts";
import { tile } from "./table.server.ts";

/** After the categories they lead to. */
export const order = 60;

type Wanted = readonly [category: string, label: string, note: string, icon: TileIcon];

const HOME: readonly Wanted[] = [
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
];

/** Tiles for the categories of these names that are there; none where there are tiles already. */
async function fill(db: Db): Promise<void> {
  const there = await db.select({ id: tile.id }).from(tile).limit(1);
  if (there.length > 0) return;
  const categories = await db
    .select()
    .from(category)
    .where(eq(category.status, "0"))
    .orderBy(asc(category.orderNum), asc(category.id));
  const rowsOf = (wanted: readonly Wanted[], isElder: boolean) =>
    wanted.flatMap(([name, tileName, note, icon]) => {
      const found = categories.find((each) => each.bllName === name && each.isInMenu);
      if (!found) return [];
      const child = categories.find((each) => each.parentId === found.id && each.isInMenu);
      const linkUrl = categoryHref(found, child);
      return [{ tileName, note, icon, linkUrl, isElder, isOnHome: !isElder }];
    });
  const rows = [...rowsOf(HOME, false), ...rowsOf(ELDER, true)];
  if (rows.length === 0) return;
  await db
    .insert(tile)
    .values(rows.map((row, index) => ({ ...row, orderNum: index + 1, createBy: "system" })));
}

/** An installation that has categories from before gets them at its next start. */
export const base = fill;
export const demo = fill;
