import { and, eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { OBJECTION_CODES } from "#src/lib/declare/objection-life.ts";
import { declareObjection } from "./table.server.ts";

/** How many objections to a declaration wait to be dealt with. */
export const openObjections = (db: Db, itemId: number): Promise<number> =>
  db.$count(
    declareObjection,
    and(eq(declareObjection.itemId, itemId), eq(declareObjection.state, OBJECTION_CODES.open)),
  );
