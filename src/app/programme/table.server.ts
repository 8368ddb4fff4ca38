import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";
import { checksOf, columnsOf } from "#src/db/fact-columns.ts";
import { ENTITY } from "./entity.ts";

export const programme = pgTable(
  "programme",
  { id: identity(), ...columnsOf(ENTITY.facts), ...audit },
  (columns) => [
    ...checksOf("programme", ENTITY.facts, columns),
    // A picture alone tells nothing to who cannot see it.
    check("programme_poster_has_text", sql`${columns.picture} = '' or ${columns.posterText} <> ''`),
  ],
);
