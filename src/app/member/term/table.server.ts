import { sql } from "drizzle-orm";
import { check, date, index, pgTable } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";
import { sign } from "../../system/sign/table.server.ts";
import { memberLevel } from "../level/table.server.ts";
import { member } from "../table.server.ts";

/**
 * The days of a membership at one level, both ends included. Terms of one member that are not void never
 * share a day: an exclusion constraint of the database (member_term_apart).
 */
export const memberTerm = pgTable(
  "member_term",
  {
    id: identity(),
    memberId: reference()
      .notNull()
      .references(() => member.id),
    levelId: reference()
      .notNull()
      .references(() => memberLevel.id),
    /** The application that it came of; null: taken over from older books. */
    signId: reference()
      .unique()
      .references(() => sign.id),
    fromOn: date().notNull(),
    toOn: date().notNull(),
    voidedAt: moment(),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    check("member_term_order", sql`${table.fromOn} <= ${table.toOn}`),
    index("member_term_member").on(table.memberId, table.toOn),
  ],
);
