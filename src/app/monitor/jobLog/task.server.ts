import { lt, sql } from "drizzle-orm";
import { publishCount } from "#src/server/crud/large-list.ts";
import { daysParam, type Task, type Tasks } from "#src/server/jobs/tasks.ts";
import { JOB_LOG_COUNT, jobLog } from "./table.server.ts";

const prune: Task = {
  label: "清理早于若干天的调度日志",
  params: [daysParam("保留天数", 7)],
  run: async ({ db }, [days]) => {
    const removed = await db.transaction(async (tx) => {
      const { rowCount } = await tx
        .delete(jobLog)
        .where(lt(jobLog.createTime, sql`now() - make_interval(days => ${Number(days)}::int)`));
      await publishCount(tx, JOB_LOG_COUNT);
      return rowCount ?? 0;
    });
    return `清理 ${removed} 条`;
  },
};

export const tasks: Tasks = { "jobLogTask.prune": prune };
