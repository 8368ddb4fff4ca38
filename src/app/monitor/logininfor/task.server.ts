import { sql } from "drizzle-orm";
import { publishCount } from "#src/server/crud/large-list.ts";
import { daysParam, type Task, type Tasks } from "#src/server/jobs/tasks.ts";
import { LOGIN_LOG_COUNT } from "./table.server.ts";

/** Logs are kept for half a year at least (网络安全法). */
const LEAST_DAYS = 180;

/** Rows of one statement: a long one would hold its locks for as long. */
const BATCH = 5_000;

const prune: Task = {
  label: "清理早于若干天的登录日志",
  params: [daysParam("保留天数", LEAST_DAYS)],
  maxSeconds: 1_800,
  run: async ({ db }, [days], signal) => {
    let removed = 0;
    while (!signal.aborted) {
      const { rowCount } = await db.execute(sql`
        delete from sys_logininfor where info_id in (
          select info_id from sys_logininfor
          where login_time < now() - make_interval(days => ${Number(days)}::int) limit ${BATCH})`);
      removed += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) break;
    }
    await publishCount(db, LOGIN_LOG_COUNT);
    return `清理 ${removed} 条`;
  },
};

export const tasks: Tasks = { "loginLogTask.prune": prune };
