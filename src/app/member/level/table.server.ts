import { pgTable } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";
import { checksOf, columnsOf } from "#src/db/fact-columns.ts";
import { ENTITY } from "./entity.ts";

/** Fees are fen. Applications refer to a level: then it can be stopped, not removed. */
export const memberLevel = pgTable(
  "member_level",
  { id: identity(), ...columnsOf(ENTITY.facts), ...audit },
  (columns) => checksOf("member_level", ENTITY.facts, columns),
);
