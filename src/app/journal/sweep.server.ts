import { lt, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { journalTicket } from "./table.server.ts";

export async function sweep(db: Db): Promise<void> {
  await db.delete(journalTicket).where(lt(journalTicket.expiresAt, sql`now()`));
}
