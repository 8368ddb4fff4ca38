import { pgTable } from "drizzle-orm/pg-core";
import { bytea, moment, reference } from "../../db/columns.ts";
import { user } from "../system/user/table.server.ts";

/** Right to set a new password once, within ten minutes of a correct code. */
export const resetTicket = pgTable("reset_ticket", {
  tokenHash: bytea().primaryKey(),
  userId: reference()
    .notNull()
    .references(() => user.userId, { onDelete: "cascade" }),
  expiresAt: moment().notNull(),
});
