import { char, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";

/** Scheduled jobs: field names and lengths of wire 5, "Job". */
export const job = pgTable(
  "sys_job",
  {
    jobId: identity(),
    jobName: text().notNull(),
    jobGroup: text().notNull().default("DEFAULT"),
    /** `bean.method(args)`, a name of the compiled registry (server/jobs/tasks.ts). */
    invokeTarget: text().notNull(),
    /** Quartz: six or seven fields with seconds, read in China's time. */
    cronExpression: text().notNull(),
    /** 0 default, 1 every missed tick at once, 2 one run for all of them, 3 none. */
    misfirePolicy: char({ length: 1 }).notNull().default("3"),
    /** 0 runs may overlap, 1 one at a time. */
    concurrent: char({ length: 1 }).notNull().default("1"),
    /** 0 runs by its line, 1 paused. */
    status: char({ length: 1 }).notNull().default("1"),
    remark: text().notNull().default(""),
    /** The tick the ticker waits for; null while paused, and once the line has no further one. */
    nextTickAt: moment(),
    ...audit,
  },
  (table) => [index("sys_job_next").on(table.nextTickAt)],
);

/**
 * Every tick that was ever fired stands here once, whichever process held the ticker's lock and
 * however late it woke: the key is what makes a tick happen once.
 */
export const jobTick = pgTable(
  "sys_job_tick",
  { jobId: reference().notNull(), tickAt: moment().notNull() },
  (table) => [primaryKey({ columns: [table.jobId, table.tickAt] })],
);
