import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#src/db/columns.ts";

/**
 * What the processes say of themselves when a monitor asks: one row for each process and topic, made
 * anew with each answer. Unlogged (migrations): after a crash of the database nobody needs them.
 */
export const processReport = pgTable(
  "process_report",
  {
    /** Random for each start of a process and topic. */
    id: text().primaryKey(),
    topic: text().notNull(),
    answeredAt: moment().notNull(),
    report: jsonb().notNull(),
  },
  (table) => [index("process_report_topic").on(table.topic, table.answeredAt)],
);
