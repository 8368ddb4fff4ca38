import { takeDueSteps } from "#src/server/flow/flow.ts";
import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { nudgeExperts } from "../panel/service.server.ts";
import { DECLARE_FLOW } from "./acts/flow.server.ts";

const BATCH = 200;

const keepTime: Task = {
  label: "告知申报截止时仍未提交的申报人，提醒评审快到期的专家",
  maxSeconds: 600,
  run: async ({ db }, _args, signal) => {
    let told = 0;
    for (;;) {
      const begun = told;
      told += await takeDueSteps(DECLARE_FLOW, db, "missDeadline", BATCH);
      told += await nudgeExperts(db, BATCH);
      if (told === begun || signal.aborted) return `告知 ${told} 人`;
    }
  },
};

const endPublicity: Task = {
  label: "公示期满且没有待处理异议的申报，立项或授奖",
  maxSeconds: 600,
  run: async ({ db }, _args, signal) => {
    let ended = 0;
    for (;;) {
      const count = await takeDueSteps(DECLARE_FLOW, db, "endPublicity", BATCH);
      ended += count;
      if (count === 0 || signal.aborted) return `办理 ${ended} 件`;
    }
  },
};

export const tasks: Tasks = {
  "declareTask.keepTime": keepTime,
  "declareTask.endPublicity": endPublicity,
};
