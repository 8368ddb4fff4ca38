import { sql } from "drizzle-orm";
import {
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
import { audit, identity, moment, reference } from "#src/db/columns.ts";
import type { DeclareValues } from "#src/lib/declare/schema.ts";
import { member } from "../../member/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { declareBatch, declareSchema } from "../batch/table.server.ts";

/** A declaration: product 4.8. */
export const declareItem = pgTable(
  "declare_item",
  {
    id: identity(),
    /** D, year of its beginning, five digits. */
    itemNo: text().notNull().unique(),
    batchId: reference()
      .notNull()
      .references(() => declareBatch.id),
    schemaId: reference().notNull(),
    userId: reference()
      .notNull()
      .references(() => user.userId),
    /** The unit member by which it is handed in. */
    unitId: reference().references(() => member.id),
    unitName: text().notNull().default(""),
    title: text().notNull().default(""),
    category: text().notNull().default(""),
    /** lib/declare/declare-life.ts */
    state: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** All that is filled in, by the names of the form's fields. */
    values: jsonb().$type<DeclareValues>().notNull().default({}),
    /** By which others join in writing. */
    shareCode: text().unique(),
    submittedAt: moment(),
    /** When it came to the secretariat: it counts in its unit's quota. */
    forwardedAt: moment(),
    /** Until when what was sent back may be handed in again. */
    mendUntil: moment(),
    /** What the owner is told with the last return or refusal. */
    opinion: text().notNull().default(""),
    award: text().notNull().default(""),
    grade: text().notNull().default(""),
    /** When it was first shown, and until when objections are taken. */
    publicFrom: moment(),
    publicUntil: moment(),
    /** The owner was told that time ran out. */
    missedAt: moment(),
    decidedAt: moment(),
    /** When its owner's account was closed. */
    erasedAt: moment(),
    ...audit,
  },
  (table) => [
    // The form is one of the batch's own.
    foreignKey({
      name: "declare_item_form",
      columns: [table.batchId, table.schemaId],
      foreignColumns: [declareSchema.batchId, declareSchema.id],
    }),
    unique("declare_item_of_batch").on(table.batchId, table.id),
    check("declare_item_state_bounds", sql`${table.state} between 0 and 14`),
    check(
      "declare_item_handed_in",
      sql`${table.state} = 0 or (${table.title} <> '' and ${table.submittedAt} is not null)`,
    ),
    check(
      "declare_item_forwarded",
      sql`${table.state} not between 4 and 11 or ${table.forwardedAt} is not null`,
    ),
    check("declare_item_sent_back", sql`${table.state} <> 3 or ${table.mendUntil} is not null`),
    check(
      "declare_item_publicised",
      sql`${table.state} <> 6 or (${table.publicFrom} is not null and ${table.publicUntil} is not null)`,
    ),
    check(
      "declare_item_grade",
      sql`(${table.grade} in ('excellent', 'good', 'pass')) = (${table.state} = 11)
        and (${table.grade} = '' or ${table.state} = 11)`,
    ),
    check("declare_item_award", sql`${table.award} in ('', 'first', 'second', 'third')`),
    check("declare_item_erased", sql`${table.erasedAt} is null or ${table.values} = '{}'::jsonb`),
    // Of one batch a person has one, but for what they took back.
    uniqueIndex("declare_item_one_of_batch")
      .on(table.batchId, table.userId)
      .where(sql`state <> 14`),
    index("declare_item_queue").on(table.batchId, table.state, table.submittedAt, table.id),
    index("declare_item_list").on(table.submittedAt, table.id).where(sql`state > 0`),
    index("declare_item_user").on(table.userId, table.id),
    index("declare_item_unit").on(table.unitId, table.batchId),
  ],
);

/** Who writes a declaration together with its owner. */
export const declareWriter = pgTable(
  "declare_writer",
  {
    itemId: reference()
      .notNull()
      .references(() => declareItem.id, { onDelete: "cascade" }),
    userId: reference()
      .notNull()
      .references(() => user.userId),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.userId] }),
    index("declare_writer_user").on(table.userId),
  ],
);
