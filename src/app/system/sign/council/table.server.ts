import { sql } from "drizzle-orm";
import { check, date, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";

/** A meeting that decides on applications together: product 7.4. */
export const councilMeeting = pgTable(
  "council_meeting",
  {
    id: identity(),
    meetingName: text().notNull(),
    meetingOn: date().notNull(),
    place: text().notNull().default(""),
    /** Known once it has decided. */
    resolutionNo: text().notNull().default(""),
    resolutionOn: date(),
    remark: text().notNull().default(""),
    ...audit,
  },
  (table) => [
    check("council_meeting_name", sql`char_length(${table.meetingName}) between 1 and 100`),
    check(
      "council_meeting_resolution",
      sql`(${table.resolutionNo} = '') = (${table.resolutionOn} is null)`,
    ),
  ],
);
