import { boolean, char, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, identity, moment, reference } from "../../db/columns.ts";
import { user } from "../system/user/table.server.ts";

/** A log-in. Only the SHA-256 of its token is kept. */
export const session = pgTable(
  "session",
  {
    id: identity(),
    tokenHash: bytea().notNull().unique(),
    userId: reference()
      .notNull()
      .references(() => user.userId, { onDelete: "cascade" }),
    createdAt: moment().notNull().defaultNow(),
    lastSeenAt: moment().notNull().defaultNow(),
    /** Ends here however busy. */
    expiresAt: moment().notNull(),
    /** Ends after so long without a request. */
    idleSeconds: integer().notNull(),
    isRemembered: boolean().notNull().default(false),
    /** When its person last showed again that it is they: see stepUp. */
    provedAt: moment(),
    ipaddr: text().notNull().default(""),
    browser: text().notNull().default(""),
    os: text().notNull().default(""),
  },
  (table) => [index("session_user").on(table.userId), index("session_expires").on(table.expiresAt)],
);

/**
 * Failures counted by `name:<lower case name>` (log-in), `ip:<address or /64>` (log-in) and
 * `person:<user id>` (all that is asked of somebody after a password or a session was shown).
 */
export const loginGuard = pgTable("login_guard", {
  key: text().primaryKey(),
  failures: integer().notNull().default(0),
  /** No attempt counts before this moment. */
  blockedUntil: moment(),
  updatedAt: moment().notNull().defaultNow(),
});

/**
 * A question to tell people from programs. Its first use, right or wrong, ends it (expiresAt goes to
 * the past); the row stays for an hour, because requests per address are counted by these rows.
 */
export const captcha = pgTable(
  "captcha",
  {
    uuid: text().primaryKey(),
    answer: text().notNull(),
    /** image, or text for the alternative that asks in words. */
    kind: text().notNull(),
    ipaddr: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (table) => [index("captcha_ip").on(table.ipaddr, table.createdAt)],
);

/** One-time codes by SMS or mail, bound to receiver and scene; hashed. */
export const oneTimeCode = pgTable(
  "one_time_code",
  {
    id: identity(),
    receiver: text().notNull(),
    scene: text().notNull(),
    codeHash: bytea().notNull(),
    tries: integer().notNull().default(0),
    /** 0 open, 1 used, 2 replaced by a newer one, 3 never sent: counted like the others. */
    state: char({ length: 1 }).notNull().default("0"),
    ipaddr: text().notNull(),
    /** Asked for where many have one address at once: not counted by it. */
    isExpected: boolean().notNull().default(false),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index("one_time_code_receiver").on(table.receiver, table.createdAt),
    index("one_time_code_ip").on(table.ipaddr, table.createdAt),
    index("one_time_code_time").on(table.createdAt),
  ],
);
