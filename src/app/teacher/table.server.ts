import { pgTable } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";
import { checksOf, columnsOf } from "#src/db/fact-columns.ts";
import { ENTITY } from "./entity.ts";

export const teacher = pgTable(
  "teacher",
  { id: identity(), ...columnsOf(ENTITY.facts), ...audit },
  (columns) => checksOf("teacher", ENTITY.facts, columns),
);
