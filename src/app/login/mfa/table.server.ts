import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, moment, reference } from "#src/db/columns.ts";
import { user } from "../../system/user/table.server.ts";

/** The second factor of a staff account. */
export const userTotp = pgTable("user_totp", {
  userId: reference()
    .primaryKey()
    .references(() => user.userId, { onDelete: "cascade" }),
  /** Base32 secret, sealed with the installation's key. */
  secret: bytea().notNull(),
  /** null: begun, not yet in force. */
  confirmedAt: moment(),
  /** The last time step that was accepted: a code counts once. */
  lastStep: integer().notNull().default(0),
  /** SHA-256 (hex) of the recovery codes that are left. */
  recoveryHashes: text().array().notNull().default([]),
});

/** Half a log-in: the password was right, the second factor is owed. Opens no other route. */
export const mfaTicket = pgTable("mfa_ticket", {
  tokenHash: bytea().primaryKey(),
  userId: reference()
    .notNull()
    .references(() => user.userId, { onDelete: "cascade" }),
  isRemembered: boolean().notNull(),
  tries: integer().notNull().default(0),
  expiresAt: moment().notNull(),
});
