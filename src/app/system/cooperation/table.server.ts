import { char, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";

/** Cooperating bodies, shown on the home page. */
export const cooperation = pgTable("cooperation", {
  id: identity(),
  linkName: text().notNull().unique(),
  linkUrl: text().notNull().default(""),
  /** Path below the API, or `mark:<name>` for one of the drawn marks. */
  logo: text().notNull().default(""),
  orderNum: integer().notNull().default(0),
  status: char({ length: 1 }).notNull().default("0"),
  ...audit,
});
