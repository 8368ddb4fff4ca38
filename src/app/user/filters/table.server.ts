import { integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";

/** A list's filters that somebody keeps under a name. */
export const savedFilter = pgTable(
  "saved_filter",
  {
    id: identity(),
    userId: reference().notNull(),
    /** Component key of the list, e.g. `article/desk/index`. */
    page: text().notNull(),
    name: text().notNull(),
    /** The tab's query. */
    query: jsonb().$type<Record<string, string>>().notNull(),
    orderNum: integer().notNull().default(0),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex("saved_filter_name").on(table.userId, table.page, table.name)],
);
