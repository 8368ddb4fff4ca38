import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "../../../db/columns.ts";

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
  (table) => [index("saved_filter_user").on(table.userId, table.page)],
);
