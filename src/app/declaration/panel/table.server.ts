import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";
import type { ScoreSheet, Scores } from "#src/lib/declare/score-sheet.ts";
import { declareBatch } from "../batch/table.server.ts";
import { declareExpert } from "../expert/table.server.ts";
import { declareItem } from "../item/table.server.ts";

/** How a batch is judged. */
export const declarePlan = pgTable(
  "declare_plan",
  {
    batchId: reference()
      .primaryKey()
      .references(() => declareBatch.id, { onDelete: "cascade" }),
    dueAt: moment(),
    /** Declarations that one expert gets at most. */
    perExpert: integer().notNull().default(20),
    sheet: jsonb().$type<ScoreSheet>().notNull(),
    /** What experts promise to keep to themselves; a change of it is a new version, to be promised anew. */
    promise: text().notNull(),
    promiseVersion: integer().notNull().default(1),
    version: integer().notNull().default(1),
    ...audit,
  },
  (table) => [
    check("declare_plan_per_expert", sql`${table.perExpert} between 1 and 200`),
    check("declare_plan_promise", sql`char_length(${table.promise}) between 20 and 2000`),
    check("declare_plan_promise_version", sql`${table.promiseVersion} >= 1`),
  ],
);

/** An expert in a batch, from the invitation on: lib/declare/panel-life.ts. */
export const declarePanel = pgTable(
  "declare_panel",
  {
    id: identity(),
    batchId: reference()
      .notNull()
      .references(() => declareBatch.id),
    expertId: reference()
      .notNull()
      .references(() => declareExpert.id),
    state: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** Why it was declined, or why they were taken out. */
    reason: text().notNull().default(""),
    promisedAt: moment(),
    promiseVersion: integer(),
    /** How near the due time was when the clock last reminded: 1 three days, 2 one day. */
    nudged: smallint().notNull().default(0),
    remindedAt: moment(),
    ...audit,
  },
  (table) => [
    unique("declare_panel_once").on(table.batchId, table.expertId),
    unique("declare_panel_of_batch").on(table.batchId, table.id),
    index("declare_panel_expert").on(table.expertId),
    check("declare_panel_state_bounds", sql`${table.state} between 0 and 3`),
    check(
      "declare_panel_promised",
      sql`${table.state} <> 1 or (${table.promisedAt} is not null and ${table.promiseVersion} >= 1)`,
    ),
    check(
      "declare_panel_reason",
      sql`${table.state} < 2 or char_length(${table.reason}) between 5 and 500`,
    ),
    check("declare_panel_nudged", sql`${table.nudged} between 0 and 2`),
  ],
);

/**
 * One declaration with one expert. The trigger declare_review_kept refuses a change of what was handed in, and
 * any change once the declaration has left the experts.
 */
export const declareReview = pgTable(
  "declare_review",
  {
    id: identity(),
    batchId: reference().notNull(),
    itemId: reference().notNull(),
    panelId: reference().notNull(),
    state: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    scores: jsonb().$type<Scores>().notNull().default({}),
    comments: jsonb().$type<Scores>().notNull().default({}),
    comment: text().notNull().default(""),
    /** Hundredths of a point, by the weights of the sheet. */
    total: integer(),
    submittedAt: moment(),
    reason: text().notNull().default(""),
    ...audit,
  },
  (table) => [
    // Both are of one batch.
    foreignKey({
      name: "declare_review_panel",
      columns: [table.batchId, table.panelId],
      foreignColumns: [declarePanel.batchId, declarePanel.id],
    }),
    foreignKey({
      name: "declare_review_item",
      columns: [table.batchId, table.itemId],
      foreignColumns: [declareItem.batchId, declareItem.id],
    }),
    unique("declare_review_once").on(table.itemId, table.panelId),
    index("declare_review_panel_state").on(table.panelId, table.state, table.id),
    index("declare_review_batch").on(table.batchId, table.id),
    check("declare_review_state_bounds", sql`${table.state} between 0 and 3`),
    check("declare_review_total", sql`${table.total} between 0 and 10000`),
    check(
      "declare_review_handed_in",
      sql`(${table.state} = 1) = (${table.submittedAt} is not null)
        and (${table.state} = 1) = (${table.total} is not null)`,
    ),
    check(
      "declare_review_reason",
      sql`${table.state} <> 2 or char_length(${table.reason}) between 5 and 500`,
    ),
  ],
);
