import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity, moment } from "#src/db/columns.ts";

/** Old addresses and where they lead now. */
export const redirect = pgTable("site_redirect", {
  id: identity(),
  /** Path with its query, as `/news/show.asp?id=12`. */
  fromPath: text().notNull().unique(),
  /** A path of this site, or an address with http(s). */
  toPath: text().notNull(),
  /** 301 for good, 302 for a while. */
  code: integer().notNull().default(301),
  /** How it was made: manual, merge or move. */
  origin: text().notNull().default("manual"),
  remark: text().notNull().default(""),
  hits: integer().notNull().default(0),
  lastHitAt: moment(),
  ...audit,
});
