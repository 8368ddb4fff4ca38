import { lt, sql } from "drizzle-orm";
import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { sweeps } from "#src/server/start/slices.ts";
import { jobTick } from "./table.server.ts";

/** The contract's three samples (wire 4.7): they say what they were given. */
const SAMPLES: Tasks = {
  "ryTask.ryNoParams": { label: "示例：无参数", run: async () => "执行无参方法" },
  "ryTask.ryParams": {
    label: "示例：一个参数",
    params: [{ label: "内容", type: "string" }],
    run: async (_context, [text]) => `执行有参方法：${text}`,
  },
  "ryTask.ryMultipleParams": {
    label: "示例：多个参数",
    params: [
      { label: "文字", type: "string" },
      { label: "是否", type: "boolean" },
      { label: "长整数", type: "long" },
      { label: "小数", type: "double" },
      { label: "整数", type: "integer" },
    ],
    run: async (_context, args) => `执行多参方法：${args.join("，")}`,
  },
};

/** Ticks can only come twice while a clock is being set back. */
const TICK_DAYS = 7;

const sweep: Task = {
  label: "清理过期的会话、验证码与访问记录",
  run: async (context) => {
    const { db } = context;
    for (const each of Object.values(sweeps)) await each(db, context);
    await db
      .delete(jobTick)
      .where(lt(jobTick.tickAt, sql`now() - make_interval(days => ${TICK_DAYS})`));
    return "已清理";
  },
};

const analyze: Task = {
  label: "更新数据库的统计信息",
  maxSeconds: 1_800,
  run: async ({ db }) => {
    await db.execute(sql`analyze`);
    return "已更新";
  },
};

export const tasks: Tasks = {
  ...SAMPLES,
  "systemTask.sweep": sweep,
  "systemTask.refreshEstimates": analyze,
};
