import { char, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";
import { dictType } from "../type/table.server.ts";

export const dictData = pgTable(
  "sys_dict_data",
  {
    dictCode: identity(),
    dictSort: integer().notNull().default(0),
    dictLabel: text().notNull(),
    dictValue: text().notNull(),
    dictType: text()
      .notNull()
      // A type that is renamed takes its entries along.
      .references(() => dictType.dictType, { onUpdate: "cascade" }),
    cssClass: text().notNull().default(""),
    listClass: text().notNull().default(""),
    isDefault: char({ length: 1 }).notNull().default("N"),
    status: char({ length: 1 }).notNull().default("0"),
    remark: text().notNull().default(""),
    ...audit,
  },
  (table) => [index("sys_dict_data_type").on(table.dictType, table.dictSort)],
);
