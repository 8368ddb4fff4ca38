import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { publishTags } from "../../server/cache/tags.ts";
import { category } from "../article_type/table.server.ts";

/** Drawings of the covers; those of the categories that official texts come in are fixed. */
const ART: Record<string, [motif: string, palette: string]> = {
  政策法规: ["lattice", "ink"],
  司法解释: ["lattice", "sand"],
  家教经典: ["rings", "celadon"],
};
const MOTIFS = ["rings", "lattice", "roofs", "tree", "papercut", "ice"];
const PALETTES = ["blue", "sand", "celadon", "rose", "ink"];

/**
 * The id of the category with this name, a top one before a lower one; where there is none, a new
 * top category of type 1 at the end of the menu, shown on the home page.
 */
export async function openCategory(db: Db, name: string): Promise<number> {
  const [found] = await db
    .select({ id: category.id })
    .from(category)
    .where(and(eq(category.bllName, name), eq(category.bllType, "1")))
    .orderBy(asc(category.status), sql`${category.parentId} <> 0`, asc(category.id))
    .limit(1)
    // It stays until its articles are in it.
    .for("key share");
  if (found) return found.id;
  const [last] = await db
    .select({ orderNum: sql<number>`coalesce(max(${category.orderNum}), 0)::int` })
    .from(category)
    .where(eq(category.parentId, 0));
  const orderNum = (last?.orderNum ?? 0) + 1;
  const [motif, palette] = ART[name] ?? [
    MOTIFS[orderNum % MOTIFS.length] ?? "rings",
    PALETTES[orderNum % PALETTES.length] ?? "blue",
  ];
  const [row] = await db
    .insert(category)
    .values({
      bllName: name,
      bllType: "1",
      intro: `收录与“${name}”有关的文章。`,
      motif,
      palette,
      orderNum,
      isInMenu: true,
      isOnHome: true,
      createBy: "import",
    })
    .returning({ id: category.id });
  if (!row) throw new Error("no category row");
  await publishTags(db, ["menu", "content"]);
  return row.id;
}
