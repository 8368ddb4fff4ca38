import { sql } from "drizzle-orm";
import { boolean, char, index, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";

/** Name of its kept count (server/crud/large-list.ts). */
export const LOGIN_LOG_COUNT = "sys_logininfor";

/** One row for every log-in, refusal and log-out. Field names: wire 5, "LoginLog". */
export const loginLog = pgTable(
  "sys_logininfor",
  {
    infoId: identity(),
    userName: text().notNull().default(""),
    /** 0 success, 1 failure. */
    status: char({ length: 1 }).notNull().default("0"),
    ipaddr: text().notNull().default(""),
    loginLocation: text().notNull().default(""),
    browser: text().notNull().default(""),
    os: text().notNull().default(""),
    msg: text().notNull().default(""),
    loginTime: moment().notNull().defaultNow(),
    /** Taken from the list; the row itself is kept as long as logs are. */
    isHidden: boolean().notNull().default(false),
  },
  (table) => [
    index("sys_logininfor_time").on(table.loginTime),
    index("sys_logininfor_name").on(table.userName, table.infoId),
    index("sys_logininfor_listed").on(table.infoId).where(sql`not is_hidden`),
    index("sys_logininfor_failed").on(table.infoId).where(sql`status = '1'`),
    // Parts of names and addresses are looked for; they need the extension pg_trgm.
    index("sys_logininfor_name_part").using("gin", table.userName.op("gin_trgm_ops")),
    index("sys_logininfor_ip_part").using("gin", table.ipaddr.op("gin_trgm_ops")),
  ],
);

/** The single row that says up to where the list was cleared. */
export const loginLogMark = pgTable("sys_logininfor_mark", {
  id: smallint().primaryKey(),
  clearedTo: reference().notNull().default(0),
});
