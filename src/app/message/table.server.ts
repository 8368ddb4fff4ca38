import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { identity, moment, reference } from "../../db/columns.ts";
import { user } from "../system/user/table.server.ts";

/**
 * What staff changed of the texts of an event in a channel; null: as the program has it
 * (lib/message/events.ts), and a row that was never there says the same.
 */
export const messageTemplate = pgTable(
  "message_template",
  {
    event: text().notNull(),
    channel: text().notNull(),
    isOn: boolean(),
    title: text(),
    content: text(),
    /** Number of the text at the provider of short messages, who sends no text but its own. */
    providerCode: text().notNull().default(""),
    version: integer().notNull().default(1),
    updateBy: text().notNull().default(""),
    updateTime: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.event, table.channel] }),
    check("message_template_channel", sql`channel in ('site', 'sms', 'mail')`),
    check("message_template_site_is_on", sql`channel <> 'site' or is_on is not false`),
    check("message_template_title", sql`char_length(title) between 0 and 60`),
    check("message_template_content", sql`char_length(content) between 1 and 2000`),
    check("message_template_code", sql`char_length(provider_code) <= 40`),
  ],
);

/** A message to one person on the site. */
export const message = pgTable(
  "message",
  {
    id: identity(),
    userId: reference()
      .notNull()
      .references(() => user.userId, { onDelete: "cascade" }),
    event: text().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** Path of the page that goes on from here, or empty. */
    link: text().notNull().default(""),
    subject: text().notNull(),
    subjectId: reference().notNull(),
    readTime: moment(),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    index("message_of_user").on(table.userId, table.id),
    index("message_unread").on(table.userId).where(sql`read_time is null`),
    check("message_title", sql`char_length(title) between 1 and 200`),
    check("message_content", sql`char_length(content) between 1 and 5000`),
    check("message_link", sql`link = '' or (link like '/%' and link not like '//%')`),
    check("message_read", sql`read_time is null or read_time >= create_time`),
  ],
);

/**
 * One short message or letter: what is still to be sent, and the log of what was. Receiver and text
 * stand here only for as long as it may still be sent; what staff see is masked from the beginning.
 */
export const delivery = pgTable(
  "message_delivery",
  {
    id: identity(),
    event: text().notNull(),
    channel: text().notNull(),
    userId: reference().references(() => user.userId, { onDelete: "set null" }),
    receiverShown: text().notNull(),
    receiver: text(),
    title: text(),
    content: text(),
    /** Title and text with the name masked. */
    titleShown: text().notNull(),
    contentShown: text().notNull(),
    link: text().notNull().default(""),
    providerCode: text().notNull().default(""),
    /** Values of the text's fields in their order, for the provider's own text. */
    params: jsonb().$type<string[]>(),
    /** Messages that the provider makes of it; 0 for a letter. */
    parts: smallint().notNull(),
    state: text().notNull().default("waiting"),
    tries: smallint().notNull().default(0),
    triedTime: moment(),
    nextTryTime: moment(),
    doneTime: moment(),
    /** What the provider said, or why it was not asked. */
    answer: text().notNull().default(""),
    /** Reminders of one kind about one subject are numbered: there is no fourth short message. */
    reminder: text(),
    reminderNo: smallint(),
    subject: text().notNull(),
    subjectId: reference().notNull(),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    index("message_delivery_due")
      .on(table.channel, table.nextTryTime)
      .where(sql`state = 'waiting'`),
    // The log in its order, with what it is narrowed by: it is counted and paged without the wide rows.
    index("message_delivery_time").on(
      table.createTime,
      table.id,
      table.channel,
      table.event,
      table.state,
    ),
    index("message_delivery_state").on(table.state, table.createTime, table.id),
    index("message_delivery_event").on(table.event, table.createTime, table.id),
    index("message_delivery_subject").on(table.subject, table.subjectId),
    index("message_delivery_tried").on(table.triedTime).where(sql`channel = 'sms'`),
    index("message_delivery_failed").on(table.id).where(sql`state = 'failed'`),
    uniqueIndex("message_delivery_reminder")
      .on(table.reminder, table.subject, table.subjectId, table.reminderNo)
      .where(sql`reminder_no is not null`),
    check("message_delivery_channel", sql`channel in ('sms', 'mail')`),
    check("message_delivery_state", sql`state in ('waiting', 'sent', 'failed', 'dropped')`),
    check(
      "message_delivery_waits",
      sql`case when state = 'waiting'
        then next_try_time is not null and done_time is null and receiver is not null and content is not null
        else next_try_time is null and done_time is not null end`,
    ),
    check(
      "message_delivery_forgets",
      sql`state not in ('sent', 'dropped') or
        (receiver is null and title is null and content is null and params is null)`,
    ),
    check("message_delivery_tries", sql`tries between 0 and 99`),
    check(
      "message_delivery_parts",
      sql`case channel when 'sms' then parts between 1 and 20 else parts = 0 end`,
    ),
    check(
      "message_delivery_reminder_no",
      sql`reminder_no is null or
      (reminder_no between 1 and 3 and reminder is not null and channel = 'sms')`,
    ),
    check("message_delivery_link", sql`link = '' or (link like '/%' and link not like '//%')`),
    check("message_delivery_answer", sql`char_length(answer) <= 300`),
  ],
);
