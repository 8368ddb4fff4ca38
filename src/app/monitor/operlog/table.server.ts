import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { moment, reference } from "#src/db/columns.ts";

/**
 * The operation log: field names of wire 5, "OperLog". Rows are only ever added, a trigger of
 * the migration refuses all else; ids have no gaps, and each row carries the mark of the one before.
 */
export const operLog = pgTable(
  "sys_oper_log",
  {
    operId: bigint({ mode: "number" }).primaryKey(),
    title: text().notNull(),
    businessType: integer().notNull(),
    method: text().notNull(),
    requestMethod: text().notNull(),
    /** 1: an account of the office or the site; the contract knows others that we have none of. */
    operatorType: integer().notNull().default(1),
    operName: text().notNull(),
    deptName: text().notNull(),
    operUrl: text().notNull(),
    operIp: text().notNull(),
    operLocation: text().notNull(),
    operParam: text().notNull(),
    jsonResult: text().notNull(),
    /** 0 done, 1 refused or failed. */
    status: integer().notNull(),
    errorMsg: text().notNull(),
    operTime: moment().notNull(),
    /** Milliseconds. */
    costTime: integer().notNull(),
    previousHash: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [
    index("sys_oper_log_time").on(table.operTime),
    index("sys_oper_log_name").on(table.operName, table.operId),
    index("sys_oper_log_cost").on(table.costTime, table.operId),
    index("sys_oper_log_title").on(table.title, table.operId),
    index("sys_oper_log_type").on(table.businessType, table.operId),
    index("sys_oper_log_failed").on(table.operId).where(sql`status = 1`),
    // Part of an address is looked for; it needs the extension pg_trgm.
    index("sys_oper_log_ip_part").using("gin", table.operIp.op("gin_trgm_ops")),
    index("sys_oper_log_ip").on(table.operIp, table.operId),
  ],
);

/** The single row that holds the end of the chain; who adds rows locks it. */
export const operLogHead = pgTable("sys_oper_log_head", {
  id: smallint().primaryKey(),
  lastId: reference().notNull(),
  lastHash: text().notNull(),
  /** Rows up to here were cleared from the list. */
  clearedTo: reference().notNull().default(0),
});

/** Rows that were deleted from the list one by one. */
export const operLogHidden = pgTable("sys_oper_log_hidden", {
  operId: bigint({ mode: "number" }).primaryKey(),
});
