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

/**
 * The tiles that staff keep, in their order: those of the home page and those of the elder mode. One
 * whose page is not there is left out. undefined while there are no rows: then the categories say.
 */
export async function keptTiles(
  context: Pick<Context, "db" | "memo">,
): Promise<{ home: Tile[]; elder: Tile[] } | undefined> {
  const { db, memo } = context;
  const rows = await memo.get("tiles", ["site"], () =>
    db.select().from(tile).where(eq(tile.status, "0")).orderBy(asc(tile.orderNum), asc(tile.id)),
  );
  if (rows.length === 0) return undefined;
  const ids = new Set(flatten(await categoryTree(context)).map((node) => node.id));
  const open = rows.filter(({ linkUrl }) => isPageThere(linkUrl, (id) => ids.has(id)));
  const shown = open.map(({ tileName, note, linkUrl, icon, isOnHome, isElder }) => ({
    isOnHome,
    isElder,
    tile: {
      label: tileName,
      note,
      href: safeHref(linkUrl),
      icon: isTileIcon(icon) ? icon : ("site" as const),
      isExternal: !linkUrl.startsWith("/"),
    },
  }));
  return {
    home: shown.filter((each) => each.isOnHome).map((each) => each.tile),
    elder: shown.filter((each) => each.isElder).map((each) => each.tile),
  };
}
