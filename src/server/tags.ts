import { sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";

/**
 * Names of what a cached page or value depends on.
 * `content`: any published article changed its place in a list.
 */
export type Tag = "site" | "menu" | "content" | "links" | "dict" | "all" | `article:${number}`;

export const TAG_CHANNEL = "xuehui_tags";

/** Call inside the writing transaction: PostgreSQL delivers at commit, to every process. */
export async function publishTags(db: Db, tags: Tag[]): Promise<void> {
  await db.execute(sql`select pg_notify(${TAG_CHANNEL}, ${tags.join(",")})`);
}
