import { boolean, char, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity, reference } from "../../db/columns.ts";

/** Categories. Names of id, parentId, bllName, bllType, bllValue: specification 3. */
export const category = pgTable("article_type", {
  id: identity(),
  /** 0 for a top category. */
  parentId: reference().notNull().default(0),
  bllName: text().notNull(),
  /** 1 list, 2 path on this site, 3 external link, 4 single page (product 4.10). */
  bllType: char({ length: 1 }).notNull().default("1"),
  /** Path or link of types 2 and 3, else empty. */
  bllValue: text().notNull().default(""),
  /** One sentence under the title of its list page. */
  intro: text().notNull().default(""),
  /** Drawing of its covers. */
  motif: text().notNull().default("rings"),
  palette: text().notNull().default("blue"),
  orderNum: integer().notNull().default(0),
  isInMenu: boolean().notNull().default(true),
  isOnHome: boolean().notNull().default(false),
  /** Who may read the texts in it: public, login or member; an article may be stricter. */
  access: text().notNull().default("public"),
  status: char({ length: 1 }).notNull().default("0"),
  ...audit,
});
