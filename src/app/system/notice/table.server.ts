import { char, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";

/** Notices to staff: field names and lengths of wire 5. */
export const notice = pgTable("sys_notice", {
  noticeId: identity(),
  noticeTitle: text().notNull(),
  /** 1 notice, 2 announcement. */
  noticeType: char({ length: 1 }).notNull(),
  /** Clean HTML: sanitised when written. */
  noticeContent: text().notNull().default(""),
  /** 0 shown, 1 closed. */
  status: char({ length: 1 }).notNull().default("0"),
  remark: text().notNull().default(""),
  ...audit,
});

export const noticeRead = pgTable(
  "sys_notice_read",
  {
    noticeId: reference()
      .notNull()
      .references(() => notice.noticeId, { onDelete: "cascade" }),
    userId: reference().notNull(),
    readTime: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.userId] }),
    index("sys_notice_read_user").on(table.userId),
  ],
);
