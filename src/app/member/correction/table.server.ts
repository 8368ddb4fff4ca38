import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { audit, bytea, identity, moment, reference } from "#src/db/columns.ts";
import { isOfPaper, isSealed } from "#src/db/sealed-column.ts";
import { user } from "../../system/user/table.server.ts";
import { member } from "../table.server.ts";

/**
 * What a member wants put right in the register, with its proof (product 7.2): a name, an identity number, a
 * unit's code. What is empty stays as the register has it.
 */
export const memberCorrection = pgTable(
  "member_correction",
  {
    id: identity(),
    memberId: reference()
      .notNull()
      .references(() => member.id),
    /** null: the account was closed. */
    userId: reference().references(() => user.userId),
    /** lib/membership/correction-life.ts */
    state: text().notNull().default("asked"),
    name: text().notNull().default(""),
    idType: text().notNull().default(""),
    idSealed: bytea(),
    idIndex: text(),
    creditCode: text().notNull().default(""),
    /** The name of the register when it was asked for. */
    nameBefore: text().notNull().default(""),
    reason: text().notNull(),
    /** Keys of private files. */
    files: text().array().notNull().default([]),
    /** What staff said when they decided. */
    opinion: text().notNull().default(""),
    dueAt: moment().notNull(),
    decidedAt: moment(),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    check(
      "member_correction_state",
      sql`${table.state} in ('asked', 'agreed', 'refused', 'withdrawn')`,
    ),
    check(
      "member_correction_lengths",
      sql`char_length(${table.name}) <= 100 and char_length(${table.reason}) <= 200
        and char_length(${table.opinion}) <= 200 and cardinality(${table.files}) <= 3`,
    ),
    // An open one says what, why and by what proof.
    check(
      "member_correction_asked",
      sql`${table.state} <> 'asked' or (${table.userId} is not null and ${table.reason} <> ''
        and cardinality(${table.files}) > 0
        and (${table.name} <> '' or ${table.idIndex} is not null or ${table.creditCode} <> ''))`,
    ),
    check(
      "member_correction_decided",
      sql`(${table.state} in ('agreed', 'refused')) = (${table.decidedAt} is not null)`,
    ),
    check("member_correction_id_sealed", isSealed(table.idSealed)),
    check(
      "member_correction_id_whole",
      sql`(${table.idSealed} is null) = (${table.idIndex} is null)`,
    ),
    check("member_correction_id_of_paper", isOfPaper(table.idIndex, table.idType)),
    uniqueIndex("member_correction_open").on(table.memberId).where(sql`state = 'asked'`),
    index("member_correction_list").on(table.state, table.dueAt, table.id),
    index("member_correction_member").on(table.memberId, table.id),
    index("member_correction_user").on(table.userId, table.id),
  ],
);
