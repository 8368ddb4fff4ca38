import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";
import { user } from "../../system/user/table.server.ts";

/** A copy of somebody's data that they asked for. */
export const dataExport = pgTable(
  "data_export",
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => user.userId, { onDelete: "cascade" }),
    /** 0 is being made, 1 ready, 2 could not be made, 3 was kept for its time and is gone. */
    state: smallint().notNull().default(0),
    tries: smallint().notNull().default(0),
    /** When a process began with it: it is taken up by another one when that comes to nothing. */
    takenAt: moment(),
    /** Key of the private file. */
    file: text().notNull().default(""),
    bytes: integer().notNull().default(0),
    askedAt: moment().notNull().defaultNow(),
    readyAt: moment(),
  },
  (table) => [
    check("data_export_state", sql`${table.state} between 0 and 3`),
    check(
      "data_export_ready",
      sql`(${table.state} = 1) = (${table.file} <> '') and (${table.state} not in (1, 3)
        or ${table.readyAt} is not null)`,
    ),
    uniqueIndex("data_export_one").on(table.userId).where(sql`state = 0`),
    index("data_export_user").on(table.userId, table.id),
    index("data_export_waiting").on(table.id).where(sql`state = 0`),
  ],
);
