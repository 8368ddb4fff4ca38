import { char, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "../../db/columns.ts";

/** Words that must not, or should not, be published as they stand. */
export const wording = pgTable("wording", {
  id: identity(),
  word: text().notNull().unique(),
  /** block: not without a reason from who may override; warn: to be confirmed. */
  level: text().notNull().default("warn"),
  /** The word to use instead; may be empty. */
  suggestion: text().notNull().default(""),
  /** 敏感词, 固定表述, 证书用语 … */
  kind: text().notNull().default(""),
  remark: text().notNull().default(""),
  status: char({ length: 1 }).notNull().default("0"),
  ...audit,
});
