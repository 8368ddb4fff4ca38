import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { audit, identity, reference } from "#src/db/columns.ts";
import { member } from "../table.server.ts";

/** 届: a period of the society's leadership. Two of them never share a day (leader_period_apart). */
export const leaderPeriod = pgTable(
  "leader_period",
  {
    id: identity(),
    periodName: text().notNull().unique(),
    fromOn: date().notNull(),
    toOn: date().notNull(),
    remark: text().notNull().default(""),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    check("leader_period_name", sql`char_length(${table.periodName}) between 1 and 30`),
    check("leader_period_order", sql`${table.fromOn} <= ${table.toOn}`),
  ],
);

/**
 * A member in a post, both days included, within its period (leader_post_within). Nobody is twice in one post
 * at a time (leader_post_apart); a draft is nobody's post yet.
 */
export const leaderPost = pgTable(
  "leader_post",
  {
    id: identity(),
    periodId: reference()
      .notNull()
      .references(() => leaderPeriod.id),
    memberId: reference()
      .notNull()
      .references(() => member.id),
    /** A key of POST_NAMES in lib/membership/posts.ts. */
    post: smallint().notNull(),
    fromOn: date().notNull(),
    toOn: date().notNull(),
    resolutionNo: text().notNull().default(""),
    /** Why it ended before its time; empty: it did not. */
    endReason: text().notNull().default(""),
    /** Copied from the period before, and not decided on yet. */
    isDraft: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    check("leader_post_known", sql`${table.post} between 1 and 7`),
    check("leader_post_order", sql`${table.fromOn} <= ${table.toOn}`),
    check("leader_post_resolution", sql`char_length(${table.resolutionNo}) <= 50`),
    check("leader_post_reason", sql`char_length(${table.endReason}) <= 200`),
    index("leader_post_period").on(table.periodId, table.post),
    index("leader_post_member").on(table.memberId),
  ],
);
