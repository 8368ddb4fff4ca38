import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";
import { user } from "../../system/user/table.server.ts";
import { declareItem } from "../item/table.server.ts";

/**
 * What somebody objects to a declaration that is shown: lib/declare/objection-life.ts. The trigger
 * declare_objection_kept refuses one's own, and what comes after the end.
 */
export const declareObjection = pgTable(
  "declare_objection",
  {
    id: identity(),
    itemId: reference()
      .notNull()
      .references(() => declareItem.id),
    /** null: the account was closed. */
    userId: reference().references(() => user.userId),
    name: text().notNull(),
    contact: text().notNull(),
    reason: text().notNull(),
    state: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    answer: text().notNull().default(""),
    answeredAt: moment(),
    erasedAt: moment(),
    ...audit,
  },
  (table) => [
    // Of one declaration a person has one at a time.
    uniqueIndex("declare_objection_one").on(table.itemId, table.userId).where(sql`state = 0`),
    index("declare_objection_list").on(table.state, table.id),
    index("declare_objection_user").on(table.userId, table.id),
    check("declare_objection_state_bounds", sql`${table.state} between 0 and 3`),
    check(
      "declare_objection_said",
      sql`${table.erasedAt} is not null or (${table.userId} is not null
        and char_length(${table.name}) between 1 and 30
        and char_length(${table.contact}) between 1 and 60
        and char_length(${table.reason}) between 10 and 1000)`,
    ),
    check(
      "declare_objection_answered",
      sql`(${table.state} in (1, 2)) = (${table.answeredAt} is not null)
        and (${table.state} not in (1, 2) or char_length(${table.answer}) between 5 and 1000)`,
    ),
    check(
      "declare_objection_erased",
      sql`${table.erasedAt} is null or (${table.userId} is null and ${table.name} = ''
        and ${table.contact} = '')`,
    ),
  ],
);
