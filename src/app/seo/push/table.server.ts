import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";

/** One row a call to the search engine's push interface. */
export const pushLog = pgTable("push_log", {
  id: identity(),
  engine: text().notNull().default("baidu"),
  articleId: reference(),
  url: text().notNull(),
  isOk: boolean().notNull(),
  /** Its answer, or the reason why it could not be asked. */
  answer: text().notNull().default(""),
  /** The rest of the day's quota, where the answer names it. */
  remain: integer(),
  /** Since when a process is asking about it; older than some minutes: that process is gone. */
  claimedAt: moment(),
  createTime: moment().notNull().defaultNow(),
});
