import { sql } from "drizzle-orm";
import { char, index, pgTable, text } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";

/** Name of its kept count (server/crud/large-list.ts). */
export const JOB_LOG_COUNT = "sys_job_log";

/** One row for each run of a job. Field names and lengths: wire 5, "JobLog". */
export const jobLog = pgTable(
  "sys_job_log",
  {
    jobLogId: identity(),
    /** Made when the run is sent, so each run has one row, in whichever way it ends. */
    runId: text().notNull().unique(),
    jobId: reference().notNull(),
    jobName: text().notNull(),
    jobGroup: text().notNull(),
    invokeTarget: text().notNull(),
    jobMessage: text().notNull().default(""),
    /** 0 done, 1 failed. */
    status: char({ length: 1 }).notNull(),
    exceptionInfo: text().notNull().default(""),
    /** The task's own report; empty where it gives none. */
    result: text().notNull().default(""),
    /** The tick it was fired for; null when a person ran it. */
    tickAt: moment(),
    startTime: moment(),
    endTime: moment(),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    index("sys_job_log_job").on(table.jobName, table.jobGroup, table.jobLogId),
    index("sys_job_log_time").on(table.createTime),
    index("sys_job_log_id").on(table.jobId, table.jobLogId),
    index("sys_job_log_target").on(table.invokeTarget, table.jobLogId),
    index("sys_job_log_failed").on(table.jobLogId).where(sql`status = '1'`),
  ],
);
