import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "../../db/columns.ts";
import { user } from "../system/user/table.server.ts";

/** What somebody asks the society's advisers, and what they answer: product 4.9. */
export const advice = pgTable(
  "advice",
  {
    id: identity(),
    /** Z, year and month, four digits. */
    adviceNo: text().notNull().unique(),
    /** null: somebody without an account, reached by the phone that they have shown to be theirs. */
    userId: reference().references(() => user.userId),
    phone: text().notNull().default(""),
    /** How they want to be called; a name of nobody's child. */
    name: text().notNull(),
    /** Value of the dictionary advice_topic. */
    topic: text().notNull(),
    content: text().notNull(),
    /** Has words of people in danger. */
    isUrgent: boolean().notNull().default(false),
    /** lib/advice/advice-life.ts */
    state: text().notNull().default("new"),
    /** By when staff should have answered. */
    dueAt: moment().notNull(),
    handlerId: reference().references(() => user.userId),
    answer: text().notNull().default(""),
    answeredAt: moment(),
    closedAt: moment(),
    /** The versions of the agreements that the person agreed to (PIPL 13-16). */
    consentVersion: text().notNull(),
    /** When it was made nobody's: what is left serves for counting. */
    erasedAt: moment(),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    check("advice_state", sql`${table.state} in ('new', 'taken', 'answered', 'closed')`),
    check(
      "advice_lengths",
      sql`char_length(${table.name}) <= 20 and char_length(${table.content}) <= 500
        and char_length(${table.answer}) <= 2000`,
    ),
    check(
      "advice_reached",
      sql`${table.erasedAt} is not null or ${table.userId} is not null or ${table.phone} <> ''`,
    ),
    check(
      "advice_asked",
      sql`${table.erasedAt} is not null or (${table.name} <> '' and ${table.content} <> '')`,
    ),
    check("advice_handled", sql`${table.state} <> 'taken' or ${table.handlerId} is not null`),
    check(
      "advice_answered",
      sql`${table.state} <> 'answered' or (${table.answeredAt} is not null
        and (${table.answer} <> '' or ${table.erasedAt} is not null))`,
    ),
    check("advice_closed", sql`(${table.state} = 'closed') = (${table.closedAt} is not null)`),
    check(
      "advice_erased",
      sql`${table.erasedAt} is null or (${table.userId} is null and ${table.phone} = ''
        and ${table.name} = '' and ${table.content} = '' and ${table.answer} = '')`,
    ),
    // No child's number is kept, also where the person who asks writes one.
    check(
      "advice_no_identity",
      sql`${table.content} !~ '[1-9][0-9]{5}(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx]'`,
    ),
    index("advice_list").on(table.state, table.dueAt, table.id),
    index("advice_user").on(table.userId, table.id),
    index("advice_phone").on(table.phone, table.createTime),
    index("advice_handler").on(table.handlerId).where(sql`state = 'taken'`),
    index("advice_kept").on(table.closedAt).where(sql`erased_at is null`),
  ],
);
