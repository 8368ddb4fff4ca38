import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";
import { declareBatch } from "../batch/table.server.ts";
import { declareItem } from "../item/table.server.ts";

/**
 * A meeting of the committee on a batch: lib/declare/meeting-life.ts. The trigger declare_meeting_kept refuses a change
 * of one that has resolved, and fewer members than have voted.
 */
export const declareMeeting = pgTable(
  "declare_meeting",
  {
    id: identity(),
    batchId: reference()
      .notNull()
      .references(() => declareBatch.id),
    meetingName: text().notNull(),
    meetingOn: date().notNull(),
    place: text().notNull().default(""),
    /** Names of the members who are present; votes are counted against them. */
    members: text().array().notNull().default(sql`'{}'::text[]`),
    state: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** When the ranking was put down as it was. */
    frozenAt: moment(),
    resolutionNo: text().notNull().default(""),
    resolutionOn: date(),
    ...audit,
  },
  (table) => [
    unique("declare_meeting_of_batch").on(table.batchId, table.id),
    // Of one batch one meeting at a time.
    uniqueIndex("declare_meeting_one").on(table.batchId).where(sql`state < 2`),
    uniqueIndex("declare_meeting_number").on(table.resolutionNo).where(sql`resolution_no <> ''`),
    check("declare_meeting_state_bounds", sql`${table.state} between 0 and 2`),
    check("declare_meeting_name", sql`char_length(${table.meetingName}) between 1 and 60`),
    check("declare_meeting_place", sql`char_length(${table.place}) <= 100`),
    check("declare_meeting_members", sql`cardinality(${table.members}) <= 99`),
    check("declare_meeting_frozen", sql`(${table.state} = 0) = (${table.frozenAt} is null)`),
    check("declare_meeting_present", sql`${table.state} < 2 or cardinality(${table.members}) >= 1`),
    check(
      "declare_meeting_resolution",
      sql`(${table.state} = 2) = (${table.resolutionNo} <> '')
        and (${table.state} = 2) = (${table.resolutionOn} is not null)
        and char_length(${table.resolutionNo}) <= 40`,
    ),
    check("declare_meeting_in_turn", sql`${table.resolutionOn} >= ${table.meetingOn}`),
  ],
);

/** How many declarations of a category a batch lets win; a category without a row is not bounded. */
export const declareQuota = pgTable(
  "declare_quota",
  {
    batchId: reference()
      .notNull()
      .references(() => declareBatch.id, { onDelete: "cascade" }),
    category: text().notNull(),
    places: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.category] }),
    check("declare_quota_places", sql`${table.places} between 0 and 9999`),
  ],
);

/**
 * A declaration before the committee, with its place as it was when the ranking was frozen. The trigger
 * declare_case_kept refuses a change of that, more votes than members and a pass without a majority.
 */
export const declareCase = pgTable(
  "declare_case",
  {
    id: identity(),
    batchId: reference().notNull(),
    meetingId: reference().notNull(),
    itemId: reference().notNull(),
    /** In the whole batch. */
    place: integer().notNull(),
    /** Hundredths of a point. */
    score: integer().notNull(),
    mean: integer().notNull(),
    spread: integer().notNull(),
    agree: smallint(),
    against: smallint(),
    abstain: smallint(),
    /** Empty: not decided yet; a key of CASE_RESULTS. */
    result: text().notNull().default(""),
    award: text().notNull().default(""),
    opinion: text().notNull().default(""),
    version: integer().notNull().default(1),
    /** When the declaration took the step that was resolved; a resolution serves once. */
    carriedAt: moment(),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: "declare_case_meeting",
      columns: [table.batchId, table.meetingId],
      foreignColumns: [declareMeeting.batchId, declareMeeting.id],
    }),
    foreignKey({
      name: "declare_case_item",
      columns: [table.batchId, table.itemId],
      foreignColumns: [declareItem.batchId, declareItem.id],
    }),
    unique("declare_case_once").on(table.meetingId, table.itemId),
    uniqueIndex("declare_case_waits").on(table.itemId).where(sql`carried_at is null`),
    index("declare_case_of_item").on(table.itemId, table.id),
    check("declare_case_place", sql`${table.place} >= 0`),
    check(
      "declare_case_votes",
      sql`least(${table.agree}, ${table.against}, ${table.abstain}) >= 0`,
    ),
    check("declare_case_result", sql`${table.result} in ('', 'pass', 'refuse')`),
    check(
      "declare_case_voted",
      sql`${table.result} = '' or num_nulls(${table.agree}, ${table.against}, ${table.abstain}) = 0`,
    ),
    check("declare_case_award", sql`${table.award} in ('', 'first', 'second', 'third')`),
    check("declare_case_opinion", sql`char_length(${table.opinion}) <= 500`),
    check("declare_case_carried", sql`${table.carriedAt} is null or ${table.result} <> ''`),
  ],
);
