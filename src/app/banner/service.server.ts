import { asc, eq } from "drizzle-orm";
import type { Context } from "../../server/start/context.ts";
import { safeHref } from "../../site/addresses/category-href.ts";
import { banner } from "./table.server.ts";

/** A banner as the home page shows it. `picture` and `href` may be empty. */
export type Banner = { id: number; title: string; picture: string; alt: string; href: string };

/** More would be a wall; the first ones by their order. */
const MOST = 5;

/**
 * The banners whose time it is at `now` (ms), and when that changes: a time in ms, Infinity when it
 * does not. Kept per process under the tag `site`.
 */
export async function bannersAt(
  { db, memo }: Pick<Context, "db" | "memo">,
  now: number,
): Promise<{ banners: Banner[]; until: number }> {
  const rows = await memo.get("banners", ["site"], () =>
    db
      .select()
      .from(banner)
      .where(eq(banner.status, "0"))
      .orderBy(asc(banner.orderNum), asc(banner.id)),
  );
  const times = rows.flatMap(({ beginTime, endTime }) => [beginTime, endTime]);
  const coming = times.map((each) => each?.getTime() ?? 0).filter((each) => each > now);
  const shown = rows.filter(
    ({ beginTime, endTime }) =>
      (beginTime?.getTime() ?? 0) <= now && now < (endTime?.getTime() ?? Number.POSITIVE_INFINITY),
  );
  return {
    banners: shown.slice(0, MOST).map(({ id, bannerName, picture, alt, linkUrl }) => ({
      id,
      title: bannerName,
      picture,
      alt,
      href: linkUrl && safeHref(linkUrl),
    })),
    until: Math.min(Number.POSITIVE_INFINITY, ...coming),
  };
}
