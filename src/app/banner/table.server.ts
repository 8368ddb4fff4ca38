import { char, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity, moment } from "../../db/columns.ts";

/** Banners of the home page. */
export const banner = pgTable("banner", {
  id: identity(),
  bannerName: text().notNull(),
  /** Path of a picture, empty for a drawn one. */
  picture: text().notNull().default(""),
  /** Text for those who do not see the picture. */
  alt: text().notNull().default(""),
  linkUrl: text().notNull().default(""),
  orderNum: integer().notNull().default(0),
  beginTime: moment(),
  endTime: moment(),
  status: char({ length: 1 }).notNull().default("0"),
  ...audit,
});
