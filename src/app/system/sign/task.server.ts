import { takeDueSteps } from "#src/server/flow/flow.ts";
import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { SIGN_FLOW } from "./acts/flow.server.ts";

const BATCH = 200;

const keepTime: Task = {
  label: "提醒待缴费和待修改的入会申请，关闭逾期的",
  maxSeconds: 600,
  run: async ({ db }, _args, signal) => {
    let reminded = 0;
    let closed = 0;
    for (;;) {
      const begun = reminded + closed;
      // Who is out of time is told that, and not reminded a moment before.
      closed += await takeDueSteps(SIGN_FLOW, db, "close", BATCH);
      reminded += await takeDueSteps(SIGN_FLOW, db, "remind", BATCH);
      if (reminded + closed === begun || signal.aborted) {
        return `提醒 ${reminded} 份，关闭 ${closed} 份`;
      }
    }
  },
};

export const tasks: Tasks = { "signTask.keepTime": keepTime };
