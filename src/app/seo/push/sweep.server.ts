import { lt, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { pushLog } from "./table.server.ts";

/** Nobody asks after a push of last year. */
export async function sweep(db: Db): Promise<void> {
  await db.delete(pushLog).where(lt(pushLog.createTime, sql`now() - interval '365 days'`));
}
