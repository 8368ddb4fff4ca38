import { lt, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { processReport } from "./table.server.ts";

/** Deletes the answers of processes that are gone. */
export async function sweep(db: Db): Promise<void> {
  await db
    .delete(processReport)
    .where(lt(processReport.answeredAt, sql`now() - interval '10 minutes'`));
}
