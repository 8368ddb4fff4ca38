import { asc, eq } from "drizzle-orm";
import type { Context } from "#src/server/start/context.ts";
import { safeHref } from "#src/site/addresses/category-href.ts";
import { cooperation } from "./table.server.ts";

/** `logo`: path of a picture, `mark:<name>` for a drawn one, or empty. `linkUrl` may be empty. */
export type CooperatingBody = { id: number; linkName: string; linkUrl: string; logo: string };

/** The enabled bodies in their order, kept per process under the tag `links`. */
export function cooperatingBodies({
  db,
  memo,
}: Pick<Context, "db" | "memo">): Promise<CooperatingBody[]> {
  return memo.get("cooperating-bodies", ["links"], async () => {
    const rows = await db
      .select({
        id: cooperation.id,
        linkName: cooperation.linkName,
        linkUrl: cooperation.linkUrl,
        logo: cooperation.logo,
      })
      .from(cooperation)
      .where(eq(cooperation.status, "0"))
      .orderBy(asc(cooperation.orderNum), asc(cooperation.id));
    return rows.map((row) => ({ ...row, linkUrl: row.linkUrl && safeHref(row.linkUrl) }));
  });
}
