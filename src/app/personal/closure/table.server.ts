import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";
import { user } from "../../system/user/table.server.ts";

/** An account that its owner wants closed: 15 days to think again, then it is (product 7.2). */
export const accountClosure = pgTable(
  "account_closure",
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => user.userId),
    /** 0 asked for, 1 taken back, 2 done. */
    state: smallint().notNull().default(0),
    askedAt: moment().notNull().defaultNow(),
    dueAt: moment().notNull(),
    endedAt: moment(),
    /** What keeps it from being done although its day has come. */
    obstacle: text().notNull().default(""),
    /** Keys of files whose rows are gone and whose bytes are still to go. */
    filesLeft: text().array().notNull().default([]),
  },
  (table) => [
    check("account_closure_state", sql`${table.state} between 0 and 2`),
    check("account_closure_ended", sql`(${table.state} = 0) = (${table.endedAt} is null)`),
    check("account_closure_order", sql`${table.dueAt} > ${table.askedAt}`),
    check("account_closure_files", sql`cardinality(${table.filesLeft}) = 0 or ${table.state} = 2`),
    uniqueIndex("account_closure_one").on(table.userId).where(sql`state = 0`),
    uniqueIndex("account_closure_done").on(table.userId).where(sql`state = 2`),
    index("account_closure_due").on(table.dueAt).where(sql`state = 0`),
  ],
);
