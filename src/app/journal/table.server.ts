import { index, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, moment, reference } from "#src/db/columns.ts";
import { user } from "../system/user/table.server.ts";

/** Tickets to the journal's site. Only the SHA-256 of each is kept. */
export const journalTicket = pgTable(
  "journal_ticket",
  {
    tokenHash: bytea().primaryKey(),
    userId: reference()
      .notNull()
      .references(() => user.userId, { onDelete: "cascade" }),
    /** The host that it was made for; no other one gets anything for it. */
    host: text().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [
    index("journal_ticket_user").on(table.userId),
    index("journal_ticket_expires").on(table.expiresAt),
  ],
);
