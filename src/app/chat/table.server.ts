import { char, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "../../db/columns.ts";

/** The local answers of the chat assistant. */
export const chatReply = pgTable("chat_reply", {
  id: identity(),
  question: text().notNull().unique(),
  /** Words that lead to it, separated by commas. */
  keywords: text().notNull().default(""),
  answer: text().notNull(),
  linkUrl: text().notNull().default(""),
  orderNum: integer().notNull().default(0),
  status: char({ length: 1 }).notNull().default("0"),
  ...audit,
});
