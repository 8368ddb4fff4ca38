import { lt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { formatDay } from "../../lib/text/dates.ts";
import { articleVisit } from "./table.server.ts";

/** Visits are of use on their day only, and so is its salt. */
export async function sweep(db: Db): Promise<void> {
  await db.delete(articleVisit).where(lt(articleVisit.day, formatDay(new Date())));
}
