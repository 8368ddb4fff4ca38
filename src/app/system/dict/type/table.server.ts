import { char, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";

export const dictType = pgTable("sys_dict_type", {
  dictId: identity(),
  dictName: text().notNull(),
  dictType: text().notNull().unique(),
  status: char({ length: 1 }).notNull().default("0"),
  remark: text().notNull().default(""),
  ...audit,
});
