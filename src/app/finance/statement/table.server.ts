import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { audit, fen, identity, moment, reference } from "#src/db/columns.ts";
import type { Mapping } from "#src/lib/bank/columns.ts";
import { user } from "../../system/user/table.server.ts";
import { payment } from "../table.server.ts";

/** Where the columns of a bank's statements stand: mapped once and remembered. */
export const bankProfile = pgTable(
  "bank_profile",
  {
    id: identity(),
    bankName: text().notNull().unique(),
    mapping: jsonb().$type<Mapping>().notNull(),
    ...audit,
  },
  (table) => [check("bank_profile_name", sql`length(${table.bankName}) between 1 and 50`)],
);

/** A line that could not be read: its number in the file, and why. */
export type LineProblem = { number: number; problem: string };

/** A statement that was imported. The file itself is not kept. */
export const bankStatement = pgTable(
  "bank_statement",
  {
    id: identity(),
    profileId: reference()
      .notNull()
      .references(() => bankProfile.id),
    fileName: text().notNull(),
    sha256: text().notNull(),
    /** Lines below the headings, and what became of them. */
    lineCount: integer().notNull(),
    addedCount: integer().notNull(),
    repeatedCount: integer().notNull(),
    outCount: integer().notNull(),
    problemCount: integer().notNull(),
    /** The first of the lines that could not be read. */
    problems: jsonb().$type<LineProblem[]>().notNull().default([]),
    importedBy: reference()
      .notNull()
      .references(() => user.userId),
    ...audit,
  },
  (table) => [
    unique("bank_statement_of_profile").on(table.id, table.profileId),
    check(
      "bank_statement_counts",
      sql`least(${table.addedCount}, ${table.repeatedCount}, ${table.outCount}, ${table.problemCount}) >= 0
        and ${table.addedCount} + ${table.repeatedCount} + ${table.outCount}
          + ${table.problemCount} = ${table.lineCount}`,
    ),
    index("bank_statement_profile").on(table.profileId, table.id),
  ],
);

/** Money that came in, as the bank says it. Of the payer's account no more than its end is kept. */
export const bankLine = pgTable(
  "bank_line",
  {
    id: identity(),
    statementId: reference().notNull(),
    profileId: reference().notNull(),
    /** In the file. */
    lineNo: integer().notNull(),
    paidAt: moment().notNull(),
    amountFen: fen().notNull(),
    payerName: text().notNull(),
    payerTail: text().notNull().default(""),
    remark: text().notNull().default(""),
    /** null: the bank gives none. */
    serial: text(),
    /** What makes the line one of its own where the same period is imported again. */
    fingerprint: text().notNull(),
    /** 0 open, 1 used for payments to the last fen, 2 put aside with a reason. */
    state: smallint().notNull().default(0),
    /** What of it was confirmed; the database keeps it by `bank_match`. */
    usedFen: fen().notNull().default(0),
    reason: text().notNull().default(""),
    ...audit,
  },
  (table) => [
    foreignKey({
      name: "bank_line_statement",
      columns: [table.statementId, table.profileId],
      foreignColumns: [bankStatement.id, bankStatement.profileId],
    }),
    check("bank_line_state", sql`${table.state} between 0 and 2`),
    check("bank_line_amount", sql`${table.amountFen} between 1 and 999999999`),
    check("bank_line_used", sql`${table.usedFen} between 0 and ${table.amountFen}`),
    check("bank_line_matched", sql`(${table.state} = 1) = (${table.usedFen} = ${table.amountFen})`),
    check("bank_line_put_aside", sql`(${table.state} = 2) = (${table.reason} <> '')`),
    check("bank_line_tail", sql`${table.payerTail} ~ '^[0-9]{0,4}$'`),
    check("bank_line_serial_form", sql`${table.serial} ~ '^[0-9A-Z]{1,40}$'`),
    check(
      "bank_line_no_account",
      sql`${table.payerName} !~ '[0-9]{13}' and ${table.remark} !~ '[0-9]{13}'`,
    ),
    unique("bank_line_once").on(table.profileId, table.fingerprint),
    uniqueIndex("bank_line_serial")
      .on(table.profileId, table.serial)
      .where(sql`serial is not null`),
    index("bank_line_of_statement").on(table.statementId, table.state, table.lineNo),
    index("bank_line_open").on(table.id).where(sql`state = 0`),
  ],
);

/** What of a line confirmed a payment. One transfer may pay for several applications. */
export const bankMatch = pgTable(
  "bank_match",
  {
    id: identity(),
    lineId: reference()
      .notNull()
      .references(() => bankLine.id),
    paymentId: reference()
      .notNull()
      .unique()
      .references(() => payment.id),
    fen: fen().notNull(),
    ...audit,
  },
  (table) => [
    check("bank_match_fen", sql`${table.fen} > 0`),
    index("bank_match_line").on(table.lineId),
  ],
);
