import { pgTable } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";
import { checksOf, columnsOf } from "#src/db/fact-columns.ts";
import { ENTITY } from "./entity.ts";

export const forerunner = pgTable(
  "forerunner",
  { id: identity(), ...columnsOf(ENTITY.facts), ...audit },
  (columns) => checksOf("forerunner", ENTITY.facts, columns),
);
