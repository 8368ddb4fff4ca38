import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";
import { checksOf, columnsOf } from "#src/db/fact-columns.ts";
import type { DeclareSchema } from "#src/lib/declare/schema.ts";
import { user } from "../../system/user/table.server.ts";
import { ENTITY } from "./entity.ts";

/** A call for declarations: product 4.8. Whether it takes any now follows from its status and times. */
export const declareBatch = pgTable(
  "declare_batch",
  { id: identity(), ...columnsOf(ENTITY.facts), ...audit },
  (columns) => [
    ...checksOf("declare_batch", ENTITY.facts, columns),
    check("declare_batch_times", sql`${columns.closeAt} > ${columns.openAt}`),
    check(
      "declare_batch_published",
      sql`${columns.status} = '1' or (${columns.openAt} is not null and ${columns.closeAt} is not null)`,
    ),
  ],
);

/** The form of a batch: a change of it is a new version, and a declaration keeps the one that it began with. */
export const declareSchema = pgTable(
  "declare_schema",
  {
    id: identity(),
    batchId: reference()
      .notNull()
      .references(() => declareBatch.id, { onDelete: "cascade" }),
    versionNo: integer().notNull(),
    schema: jsonb().$type<DeclareSchema>().notNull(),
    createBy: text().notNull().default(""),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    unique("declare_schema_version").on(table.batchId, table.versionNo),
    unique("declare_schema_of_batch").on(table.batchId, table.id),
    check("declare_schema_version_bounds", sql`${table.versionNo} >= 1`),
  ],
);

/** Somebody for whom a batch closes later. */
export const declareUnlock = pgTable(
  "declare_unlock",
  {
    batchId: reference()
      .notNull()
      .references(() => declareBatch.id, { onDelete: "cascade" }),
    userId: reference()
      .notNull()
      .references(() => user.userId),
    untilAt: moment().notNull(),
    reason: text().notNull(),
    createBy: text().notNull().default(""),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.userId] }),
    check("declare_unlock_reason", sql`char_length(${table.reason}) between 5 and 200`),
  ],
);
