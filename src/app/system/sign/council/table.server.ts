import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";
import { member } from "../../../member/table.server.ts";
import { sign } from "../table.server.ts";

/** A meeting that decides on applications together: product 7.4. */
export const councilMeeting = pgTable(
  "council_meeting",
  {
    id: identity(),
    meetingName: text().notNull(),
    /** council, standing: lib/membership/council.ts. */
    kind: text().notNull().default("council"),
    meetingOn: date().notNull(),
    place: text().notNull().default(""),
    /** Known once it has decided; from then on the sheet is frozen (council_meeting_decided). */
    resolutionNo: text().notNull().default(""),
    resolutionOn: date(),
    remark: text().notNull().default(""),
    /** Counts changes of the meeting and of what is put on its sheet and taken off. */
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    check("council_meeting_name", sql`char_length(${table.meetingName}) between 1 and 100`),
    check("council_meeting_kind", sql`${table.kind} in ('council', 'standing')`),
    check("council_meeting_number", sql`char_length(${table.resolutionNo}) <= 50`),
    check(
      "council_meeting_resolution",
      sql`(${table.resolutionNo} = '') = (${table.resolutionOn} is null)`,
    ),
    uniqueIndex("council_meeting_resolution_no")
      .on(table.resolutionNo)
      .where(sql`resolution_no <> ''`),
  ],
);

/**
 * An item of a meeting's sheet: an application, or a member who has not paid for over a year (product 4.5).
 * It waits on one sheet at a time; what was postponed becomes an item of another meeting.
 */
export const councilItem = pgTable(
  "council_item",
  {
    id: identity(),
    meetingId: reference()
      .notNull()
      .references(() => councilMeeting.id),
    signId: reference().references(() => sign.id),
    memberId: reference().references(() => member.id),
    /** Empty: waits. Else a key of RESULT_NAMES in lib/membership/council.ts. */
    result: text().notNull().default(""),
    opinion: text().notNull().default(""),
    decidedAt: moment(),
    createBy: text().notNull().default(""),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    check("council_item_one", sql`num_nonnulls(${table.signId}, ${table.memberId}) = 1`),
    check(
      "council_item_result",
      sql`${table.result} in ('', 'passed', 'rejected', 'postponed', 'left')`,
    ),
    check("council_item_decided", sql`(${table.result} = '') = (${table.decidedAt} is null)`),
    check("council_item_opinion", sql`char_length(${table.opinion}) <= 500`),
    uniqueIndex("council_item_sign_waits").on(table.signId).where(sql`result = ''`),
    uniqueIndex("council_item_member_waits").on(table.memberId).where(sql`result = ''`),
    uniqueIndex("council_item_sign").on(table.meetingId, table.signId),
    uniqueIndex("council_item_member").on(table.meetingId, table.memberId),
    index("council_item_of_sign").on(table.signId),
  ],
);
