import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { audit, fen, identity, moment, reference } from "#src/db/columns.ts";
import { checksOf, columnsOf } from "#src/db/fact-columns.ts";
import { pairsOf } from "#src/db/like.ts";
import { OUTCOMES, type Outcome } from "#src/lib/activity/door.ts";
import type {
  AgendaItem,
  Answers,
  Attachment,
  CertRule,
  Price,
  Question,
} from "#src/lib/activity/parts.ts";
import type { Invoice } from "#src/lib/membership/invoice.ts";
import { user } from "../system/user/table.server.ts";
import { teacher } from "../teacher/table.server.ts";
import { FACTS } from "./fields.ts";

/** An activity: product 4.7. Its life: lib/activity/activity-life.ts. */
export const activity = pgTable(
  "activity",
  {
    id: identity(),
    ...columnsOf(FACTS),
    prices: jsonb().$type<Price[]>().notNull().default([]),
    formSchema: jsonb().$type<Question[]>().notNull().default([]),
    agenda: jsonb().$type<AgendaItem[]>().notNull().default([]),
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    certRule: jsonb().$type<CertRule>().notNull().default({ sessions: 0, minAttend: 0 }),
    state: smallint().notNull().default(0),
    /** Seats that are taken: the trigger activity_seats of activity_entry keeps it. */
    taken: integer().notNull().default(0),
    /** The last serial number of an entry, and the last number of the waiting list. */
    lastSerial: integer().notNull().default(0),
    lastWaiting: integer().notNull().default(0),
    /** What the writer is told with the last return, or visitors with the cancelling. */
    opinion: text().notNull().default(""),
    publishedAt: moment(),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    ...checksOf("activity", FACTS, table),
    check("activity_state_bounds", sql`${table.state} between 0 and 5`),
    // The last seat is taken once, whatever moves an entry.
    check(
      "activity_seats",
      sql`${table.taken} >= 0 and (${table.capacity} = 0 or ${table.taken} <= ${table.capacity})`,
    ),
    check(
      "activity_times",
      sql`${table.startAt} < ${table.endAt} and ${table.signStartAt} < ${table.signEndAt}
        and ${table.signEndAt} <= ${table.endAt}`,
    ),
    check(
      "activity_told",
      sql`${table.state} = 0 or (${table.startAt} is not null and ${table.endAt} is not null
        and ${table.signStartAt} is not null and ${table.signEndAt} is not null)`,
    ),
    check(
      "activity_priced",
      sql`${table.state} = 0 or not ${table.needPay} or jsonb_array_length(${table.prices}) > 0`,
    ),
    check("activity_cancelled", sql`${table.state} <> 5 or ${table.opinion} <> ''`),
    check("activity_published", sql`${table.state} < 2 or ${table.publishedAt} is not null`),
    index("activity_shown").on(table.state, table.startAt, table.id),
    index("activity_ends").on(table.endAt).where(sql`state in (2, 3)`),
    index("activity_title_pairs").using("gin", pairsOf(table.title)),
  ],
);

/** Who teaches at an activity. */
export const activityTeacher = pgTable(
  "activity_teacher",
  {
    activityId: reference()
      .notNull()
      .references(() => activity.id, { onDelete: "cascade" }),
    teacherId: reference()
      .notNull()
      .references(() => teacher.id, { onDelete: "cascade" }),
    orderNum: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.teacherId] }),
    index("activity_teacher_teacher").on(table.teacherId),
  ],
);

/** One act of signing up: by whom, and what is to be paid for all whom it brings. */
export const activityOrder = pgTable(
  "activity_order",
  {
    id: identity(),
    activityId: reference()
      .notNull()
      .references(() => activity.id),
    /** null: a guest, or one whom staff entered. */
    userId: reference().references(() => user.userId),
    /** The telephone that a guest proved; with an account its own. Where messages go. */
    phone: text().notNull().default(""),
    contactName: text().notNull().default(""),
    /** Opens the order without an account: 22 characters of 128 bits, in the link that a guest is sent. */
    code: text().notNull().unique(),
    /** web, guest, desk (entered by staff), import. */
    source: text().notNull().default("web"),
    /** Key of the line of the fee table that was chosen, and what it is called. */
    priceKey: text().notNull().default(""),
    priceName: text().notNull().default(""),
    isMemberPrice: boolean().notNull().default(false),
    /** Asked for as the transfer's remark: product 4.6. */
    reference: text().unique(),
    invoice: jsonb().$type<Invoice>(),
    remark: text().notNull().default(""),
    /** When its owner's account was closed. */
    erasedAt: moment(),
    ...audit,
  },
  (table) => [
    check("activity_order_phone_form", sql`${table.phone} ~ '^(1[3-9][0-9]{9})?$'`),
    check("activity_order_source", sql`${table.source} in ('web', 'guest', 'desk', 'import')`),
    check("activity_order_code_form", sql`${table.code} ~ '^[0-9A-Za-z_-]{22}$'`),
    check("activity_order_remark_bounds", sql`char_length(${table.remark}) <= 200`),
    check(
      "activity_order_owned",
      sql`${table.erasedAt} is not null or (case ${table.source}
        when 'web' then ${table.userId} is not null
        when 'guest' then ${table.userId} is null and ${table.phone} <> '' else true end)`,
    ),
    unique("activity_order_whole").on(table.id, table.activityId),
    index("activity_order_user").on(table.userId, table.id),
    index("activity_order_phone").on(table.phone, table.id).where(sql`phone <> ''`),
    index("activity_order_activity").on(table.activityId, table.id),
  ],
);

/** One person's place in an activity. Its life: lib/activity/entry-life.ts. */
export const activityEntry = pgTable(
  "activity_entry",
  {
    id: identity(),
    activityId: reference()
      .notNull()
      .references(() => activity.id),
    orderId: reference().notNull(),
    /** Its number in the activity, from 1. */
    serial: integer().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    unit: text().notNull().default(""),
    post: text().notNull().default(""),
    email: text().notNull().default(""),
    answers: jsonb().$type<Answers>().notNull().default({}),
    /** The price; it is set again when a voucher is handed in. */
    amountFen: fen().notNull().default(0),
    /** What of the money that came in for its order is for this place; 0 until all of the order is there. */
    paidFen: fen().notNull().default(0),
    state: smallint().notNull(),
    seatNo: text().notNull().default(""),
    /** Place in the line of those who wait, the smallest first. */
    waitingNo: integer(),
    /** Until when a place that became free is kept for who waits. */
    offerUntil: moment(),
    /** Until when it has to be paid. */
    payUntil: moment(),
    payReminded: boolean().notNull().default(false),
    checkedInAt: moment(),
    /** The door, and who let them in; nobody: they did it themselves by the room's code. */
    checkedInDoor: text().notNull().default(""),
    checkedInBy: reference().references(() => user.userId),
    /** 0 none yet, 1 a day before, 2 an hour before. */
    reminded: smallint().notNull().default(0),
    /** What the person is told with a refusal or an end. */
    opinion: text().notNull().default(""),
    erasedAt: moment(),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    // The order of the same activity.
    foreignKey({
      name: "activity_entry_of_order",
      columns: [table.orderId, table.activityId],
      foreignColumns: [activityOrder.id, activityOrder.activityId],
    }),
    check("activity_entry_state_bounds", sql`${table.state} between 0 and 10`),
    check("activity_entry_name_bounds", sql`char_length(${table.name}) between 1 and 50`),
    check(
      "activity_entry_phone_form",
      sql`${table.phone} ~ '^1[3-9][0-9]{9}$' or (${table.erasedAt} is not null and ${table.phone} = '')`,
    ),
    check("activity_entry_amount_bounds", sql`${table.amountFen} between 0 and 999999999`),
    check("activity_entry_paid_bounds", sql`${table.paidFen} in (0, ${table.amountFen})`),
    check(
      "activity_entry_to_pay",
      sql`${table.state} not in (1, 2) or (${table.amountFen} > 0 and ${table.payUntil} is not null)`,
    ),
    check("activity_entry_in_line", sql`(${table.state} = 6) = (${table.waitingNo} is not null)`),
    check("activity_entry_offered", sql`${table.offerUntil} is null or ${table.state} = 6`),
    check(
      "activity_entry_checked_in",
      sql`${table.state} not in (4, 5) or ${table.checkedInAt} is not null`,
    ),
    check("activity_entry_reminded_bounds", sql`${table.reminded} between 0 and 2`),
    // Of closed accounts several places may be left without a telephone.
    uniqueIndex("activity_entry_one_open")
      .on(table.activityId, table.phone)
      .where(sql`state <= 6 and phone <> ''`),
    uniqueIndex("activity_entry_serial").on(table.activityId, table.serial),
    uniqueIndex("activity_entry_line").on(table.activityId, table.waitingNo),
    index("activity_entry_list").on(table.activityId, table.state, table.id),
    index("activity_entry_order").on(table.orderId, table.id),
    index("activity_entry_phone").on(table.phone),
    index("activity_entry_offers").on(table.offerUntil).where(sql`offer_until is not null`),
    index("activity_entry_payments").on(table.payUntil).where(sql`state = 1`),
    index("activity_entry_name_pairs").using("gin", pairsOf(table.name)),
  ],
);

/**
 * What a phone at the door sent, and what came of it. A phone without a connection sends it later, and perhaps twice: the
 * uuid that it made counts once.
 */
export const activityCheck = pgTable(
  "activity_check",
  {
    id: identity(),
    uuid: text().notNull().unique(),
    activityId: reference()
      .notNull()
      .references(() => activity.id, { onDelete: "cascade" }),
    entryId: reference().references(() => activityEntry.id, { onDelete: "cascade" }),
    /** When it was, by the server's clock: that of the phone brought right, within the hours of the doors. */
    at: moment().notNull(),
    /** When it was by the phone's own clock, as it stood. */
    phoneAt: moment().notNull(),
    /** Noted without a connection and sent later. */
    isOffline: boolean().notNull().default(false),
    door: text().notNull(),
    outcome: text().$type<Outcome>().notNull(),
    /** What was said at the door. */
    told: text().notNull(),
    checkedBy: reference()
      .notNull()
      .references(() => user.userId),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    check(
      "activity_check_uuid_form",
      sql`${table.uuid} ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`,
    ),
    check("activity_check_door_bounds", sql`char_length(${table.door}) between 1 and 20`),
    check(
      "activity_check_outcome",
      sql`${table.outcome} in (${sql.raw(OUTCOMES.map((each) => `'${each}'`).join(", "))})`,
    ),
    check(
      "activity_check_whose",
      sql`${table.outcome} not in ('in', 'again') or ${table.entryId} is not null`,
    ),
    // Nobody has come yet at a moment that is still to come; the clocks of two machines differ a little.
    check(
      "activity_check_has_been",
      sql`${table.at} <= ${table.createTime} + interval '5 minutes'`,
    ),
    index("activity_check_activity").on(table.activityId, table.id),
    index("activity_check_entry").on(table.entryId),
  ],
);
