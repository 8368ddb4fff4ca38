import { takeDueSteps } from "#src/server/flow/flow.ts";
import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { ACTIVITY_FLOW } from "./acts/activity-flow.server.ts";
import { ENTRY_FLOW } from "./acts/entry-flow.server.ts";

const BATCH = 200;

const keepTime: Task = {
  label: "活动到时结束；候补名额和待缴费到期的关闭，名额递补；活动开始前和缴费到期前提醒",
  maxSeconds: 600,
  run: async ({ db }, _args, signal) => {
    const done = { lapse: 0, offer: 0, remind: 0, remindPay: 0, complete: 0, miss: 0 };
    let ends = 0;
    for (;;) {
      const begun = ends + Object.values(done).reduce((sum, each) => sum + each, 0);
      // What runs out first: its place goes to the next in the same round.
      for (const step of ["lapse", "offer", "remind", "remindPay", "complete", "miss"] as const) {
        done[step] += await takeDueSteps(ENTRY_FLOW, db, step, BATCH);
      }
      ends += await takeDueSteps(ACTIVITY_FLOW, db, "end", BATCH);
      const now = ends + Object.values(done).reduce((sum, each) => sum + each, 0);
      if (now === begun || signal.aborted) {
        return `关闭 ${done.lapse} 份，递补 ${done.offer} 份，提醒 ${done.remind + done.remindPay} 份，完成 ${done.complete} 份，缺席 ${done.miss} 份，结束活动 ${ends} 个`;
      }
    }
  },
};

export const tasks: Tasks = { "activityTask.keepTime": keepTime };
