import { takeDueSteps } from "../../server/flow/flow.ts";
import type { Task, Tasks } from "../../server/jobs/tasks.ts";
import { ADVICE_FLOW } from "./acts/flow.server.ts";
import { settledDays } from "./service.server.ts";

const BATCH = 200;

const settle: Task = {
  label: `办结答复满 ${settledDays} 天的咨询`,
  maxSeconds: 300,
  run: async ({ db }, _args, signal) => {
    let settled = 0;
    for (;;) {
      const count = await takeDueSteps(ADVICE_FLOW, db, "settle", BATCH);
      settled += count;
      if (count === 0 || signal.aborted) return `办结 ${settled} 条`;
    }
  },
};

export const tasks: Tasks = { "adviceTask.settle": settle };
