import { boolean, char, index, pgTable, text } from "drizzle-orm/pg-core";
import { identity, moment } from "../../../db/columns.ts";

/** One row for every log-in, refusal and log-out. Field names: wire-contract 5, LoginLog. */
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
  (table) => [index("sys_logininfor_time").on(table.loginTime)],
);
