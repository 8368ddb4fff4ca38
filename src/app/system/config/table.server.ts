import { boolean, char, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";

/** Settings: field names and lengths of wire 5. */
export const config = pgTable("sys_config", {
  configId: identity(),
  configName: text().notNull(),
  configKey: text().notNull().unique(),
  configValue: text().notNull(),
  /** Y built in, N added by staff. */
  configType: char({ length: 1 }).notNull().default("N"),
  /** Whether `configKey` answers people who are not staff. */
  isPublic: boolean().notNull().default(false),
  remark: text().notNull().default(""),
  ...audit,
});
