import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { FORGOTTEN } from "./service.server.ts";
import { delivery } from "./table.server.ts";

/** What failed can be sent again for a month; the log is kept for a year. */
export async function sweep(db: Db): Promise<void> {
  await db
    .update(delivery)
    .set(FORGOTTEN)
    .where(
      and(
        eq(delivery.state, "failed"),
        isNotNull(delivery.receiver),
        lt(delivery.doneTime, sql`now() - interval '30 days'`),
      ),
    );
  await db
    .delete(delivery)
    .where(
      and(lt(delivery.createTime, sql`now() - interval '365 days'`), isNotNull(delivery.doneTime)),
    );
}
