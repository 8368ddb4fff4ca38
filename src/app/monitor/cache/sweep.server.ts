import { lt, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { repeatedCall } from "./table.server.ts";

/** Who repeats a call does it within a day. */
export async function sweep(db: Db): Promise<void> {
  await db.delete(repeatedCall).where(lt(repeatedCall.createdAt, sql`now() - interval '1 day'`));
}
