import { boolean, char, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "../../db/columns.ts";

/** Service tiles of the home page and of the elder mode. */
export const tile = pgTable("service_tile", {
  id: identity(),
  tileName: text().notNull(),
  note: text().notNull().default(""),
  /** A path of this site, or an address with http(s). */
  linkUrl: text().notNull(),
  /** Name of a drawn icon. */
  icon: text().notNull().default("site"),
  /** Shown in 办事与服务 of the home page. */
  isOnHome: boolean().notNull().default(true),
  /** One of the six of the elder mode. */
  isElder: boolean().notNull().default(false),
  /** Shown on /indexEntrance. */
  isEntrance: boolean().notNull().default(false),
  orderNum: integer().notNull().default(0),
  status: char({ length: 1 }).notNull().default("0"),
  ...audit,
});
