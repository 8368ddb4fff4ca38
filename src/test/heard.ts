import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Db } from "../db/client.ts";
import { TAG_CHANNEL } from "../server/cache/tags.ts";
import type { Running } from "../server/start/serve.ts";

/**
 * Resolves when a process has heard all that was published so far: no drop of a cache is on its way to
 * it any more. The process that wrote drops at once, and hears of it a second time.
 */
export async function allHeard(
  db: Db,
  { invalidation }: Pick<Running["context"], "invalidation">,
): Promise<void> {
  const mark = `count:${randomUUID()}`;
  const heard = new Set<string>();
  invalidation.subscribe({
    drop: (tags) => {
      for (const tag of tags) heard.add(tag);
    },
    clear: () => undefined,
  });
  await db.execute(sql`select pg_notify(${TAG_CHANNEL}, ${mark})`);
  await vi.waitFor(() => expect(heard).toContain(mark));
}
