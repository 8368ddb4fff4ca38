import { char, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "../../db/columns.ts";

/** Friendly links of the footer. */
export const link = pgTable("link", {
  id: identity(),
  linkName: text().notNull().unique(),
  linkUrl: text().notNull(),
  orderNum: integer().notNull().default(0),
  status: char({ length: 1 }).notNull().default("0"),
  ...audit,
});
