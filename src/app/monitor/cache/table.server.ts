import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, moment, reference } from "#src/db/columns.ts";

/**
 * Calls that came with an `Idempotency-Key`, and what they were answered (server/calls/repeated-call.ts):
 * written in the transaction of the call itself. Kept for a day.
 */
export const repeatedCall = pgTable(
  "repeated_call",
  {
    userId: reference().notNull(),
    key: text().notNull(),
    /** SHA-256 of method, address and body: the key belongs to one call. */
    callHash: bytea().notNull(),
    /** Sealed: it may hold a secret that is shown once. null: an answer that is not kept, a file. */
    answer: bytea(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);
