import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { audit, bytea, identity, reference } from "#src/db/columns.ts";
import { pairsOf } from "#src/db/like.ts";
import { isOfPaper, isSealed } from "#src/db/sealed-column.ts";
import type { SignForm } from "#src/lib/membership/form.ts";
import { user } from "../system/user/table.server.ts";
import { memberLevel } from "./level/table.server.ts";

/**
 * Who is or was a member. What a member is today follows from the terms (product 4.5); `validFrom` and
 * `validTo` repeat the last of them that is not void, written by a trigger of the database.
 */
export const member = pgTable(
  "member",
  {
    id: identity(),
    /** `P` or `D`, the year, five digits; kept for life. */
    memberNo: text().notNull().unique(),
    /** 01 a person, 02 a unit. */
    memberType: text().notNull(),
    /** null: has no account here yet. */
    userId: reference().references(() => user.userId),
    name: text().notNull(),
    /** A key of PAPERS where there is a number. */
    idType: text().notNull().default(""),
    /** Identity number: sealed, and its blind index. */
    idSealed: bytea(),
    idIndex: text(),
    creditCode: text().notNull().default(""),
    levelId: reference()
      .notNull()
      .references(() => memberLevel.id),
    /** Code of GB/T 2260, empty where it is not known. */
    region: text().notNull().default(""),
    phone: text().notNull().default(""),
    email: text().notNull().default(""),
    /** The other fields, as the last application said them. */
    form: jsonb().$type<SignForm>().notNull().default({}),
    /** The first of the branches: its administrators reach the member. */
    deptId: reference(),
    branchIds: bigint({ mode: "number" }).array().notNull().default([]),
    directoryVisible: boolean().notNull().default(false),
    /** suspended, resigned, expelled; empty: as the terms say. */
    manualState: text().notNull().default(""),
    manualReason: text().notNull().default(""),
    joinedOn: date().notNull(),
    validFrom: date(),
    validTo: date(),
    /** A duplicate that was merged into another. */
    mergedInto: reference().references((): AnyPgColumn => member.id),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    check("member_no_form", sql`${table.memberNo} ~ '^[PD][0-9]{9}$'`),
    check(
      "member_type_bounds",
      sql`${table.memberType} in ('01', '02')
      and left(${table.memberNo}, 1) = (case ${table.memberType} when '01' then 'P' else 'D' end)`,
    ),
    check("member_name_bounds", sql`char_length(${table.name}) between 1 and 100`),
    check(
      "member_manual_state",
      sql`${table.manualState} in ('', 'suspended', 'resigned', 'expelled')`,
    ),
    check("member_not_itself", sql`${table.mergedInto} <> ${table.id}`),
    check("member_id_sealed", isSealed(table.idSealed)),
    check("member_id_whole", sql`(${table.idSealed} is null) = (${table.idIndex} is null)`),
    check("member_id_of_paper", isOfPaper(table.idIndex, table.idType)),
    uniqueIndex("member_user").on(table.userId).where(sql`merged_into is null`),
    uniqueIndex("member_id").on(table.idIndex, table.idType).where(sql`merged_into is null`),
    uniqueIndex("member_credit_code")
      .on(table.creditCode)
      .where(sql`credit_code <> '' and merged_into is null`),
    index("member_name_pairs").using("gin", pairsOf(table.name)),
    // All that the roster and the directory can be narrowed by: they are counted and paged without the wide rows.
    index("member_list")
      .on(
        table.id,
        table.memberType,
        table.levelId,
        table.deptId,
        table.region,
        table.manualState,
        table.validTo,
        table.joinedOn,
        table.directoryVisible,
        table.name,
        table.phone,
      )
      .where(sql`merged_into is null`),
    // The roster by end of term, and those whose term ends or has ended.
    index("member_valid")
      .on(table.validTo, table.id, table.manualState, table.memberType, table.deptId)
      .where(sql`merged_into is null`),
    index("member_by_name").on(table.name, table.id).where(sql`merged_into is null`),
    index("member_by_joining").on(table.joinedOn, table.id).where(sql`merged_into is null`),
    index("member_by_level").on(table.levelId),
    index("member_by_dept").on(table.deptId),
    index("member_by_region").on(table.region),
  ],
);

/** The last number of a series in a year: its row is locked while a number is taken, so none is lost. */
export const numberSeries = pgTable(
  "number_series",
  {
    /** memberP, memberD, apply202611, receipt … */
    series: text().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.series, table.year] }),
    check("number_series_bounds", sql`${table.last} between 1 and 99999`),
  ],
);
