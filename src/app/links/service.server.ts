import { asc, eq } from "drizzle-orm";
import type { Context } from "../../server/start/context.ts";
import { safeHref } from "../../site/addresses/category-href.ts";
import { link } from "./table.server.ts";

/** A friendly link (specification 3). */
export type FriendlyLink = { id: number; linkName: string; linkUrl: string };

/** The enabled links in their order, kept per process under the tag `links`. */
export function friendlyLinks({ db, memo }: Pick<Context, "db" | "memo">): Promise<FriendlyLink[]> {
  return memo.get("friendly-links", ["links"], async () => {
    const rows = await db
      .select({ id: link.id, linkName: link.linkName, linkUrl: link.linkUrl })
      .from(link)
      .where(eq(link.status, "0"))
      .orderBy(asc(link.orderNum), asc(link.id));
    return rows.map((row) => ({ ...row, linkUrl: safeHref(row.linkUrl) }));
  });
}
