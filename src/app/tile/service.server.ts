import { asc, eq } from "drizzle-orm";
import type { Context } from "../../server/start/context.ts";
import { safeHref } from "../../site/addresses/category-href.ts";
import { isPageThere } from "../../site/addresses/site-pages.ts";
import { isTileIcon, type TileIcon } from "../../site/drawings/tile-icons.ts";
import { categoryTree, flatten } from "../article_type/service.server.ts";
import { tile } from "./table.server.ts";

/** A tile as the home page shows it. */
export type Tile = {
  label: string;
  note: string;
  href: string;
  icon: TileIcon;
  isExternal: boolean;
};

type KeptTiles = { home: Tile[] | undefined; elder: Tile[] | undefined; entrance: Tile[] };

/**
 * The tiles that staff keep, in their order, by the places where they are shown. One whose page is not
 * there is left out. Home and elder are undefined while no row is for either: then the categories say.
 */
export async function keptTiles(context: Pick<Context, "db" | "memo">): Promise<KeptTiles> {
  const { db, memo } = context;
  const rows = await memo.get("tiles", ["site"], () =>
    db.select().from(tile).where(eq(tile.status, "0")).orderBy(asc(tile.orderNum), asc(tile.id)),
  );
  const ids = new Set(flatten(await categoryTree(context)).map((node) => node.id));
  const open = rows.filter(({ linkUrl }) => isPageThere(linkUrl, (id) => ids.has(id)));
  const shown = open.map(({ tileName, note, linkUrl, icon, ...places }) => ({
    ...places,
    tile: {
      label: tileName,
      note,
      href: safeHref(linkUrl),
      icon: isTileIcon(icon) ? icon : ("site" as const),
      isExternal: !linkUrl.startsWith("/"),
    },
  }));
  const isKept = rows.some(({ isOnHome, isElder }) => isOnHome || isElder);
  return {
    home: isKept ? shown.filter((each) => each.isOnHome).map((each) => each.tile) : undefined,
    elder: isKept ? shown.filter((each) => each.isElder).map((each) => each.tile) : undefined,
    entrance: shown.filter((each) => each.isEntrance).map((each) => each.tile),
  };
}

const inside = (label: string, note: string, href: string, icon: TileIcon): Tile => ({
  label,
  note,
  href,
  icon,
  isExternal: false,
});

/** The tiles of /indexEntrance: those that staff keep for it, else the six of product 4.9. */
export async function entrances(context: Pick<Context, "db" | "memo">): Promise<Tile[]> {
  const { entrance } = await keptTiles(context);
  if (entrance.length > 0) return entrance;
  const journal = flatten(await categoryTree(context)).find(
    ({ bllType, bllName, isInMenu }) => isInMenu && bllType === "3" && bllName.includes("会刊"),
  );
  const events = "/trainingEvent";
  const training = isPageThere(events, () => false) ? events : "/trainingImg";
  return [
    inside("学会官网", "新闻、通知与资料", "/", "site"),
    inside("会员服务", "入会、会籍与名录", "/Membership", "join"),
    inside("培训学习", "项目、师资与开班", training, "training"),
    inside("课题申报", "指南与填报", "/Declare", "declare"),
    ...(journal
      ? [
          {
            ...inside(journal.bllName, "在线阅读", safeHref(journal.bllValue), "journal"),
            isExternal: true,
          },
        ]
      : []),
    inside("证书查询", "核对证书的真伪", "/verify", "academic"),
  ];
}
