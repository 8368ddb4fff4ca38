import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { dueTerms, remindTerm } from "./remind.server.ts";

const BATCH = 200;

const remind: Task = {
  label: "提醒会籍将要到期和已经到期的会员续会",
  maxSeconds: 600,
  run: async ({ db }, _args, signal) => {
    let reminded = 0;
    for (;;) {
      const begun = reminded;
      for (const termId of await dueTerms(db, BATCH)) {
        if (await remindTerm(db, termId)) reminded++;
      }
      if (reminded === begun || signal.aborted) return `提醒 ${reminded} 位会员`;
    }
  },
};

export const tasks: Tasks = { "renewalTask.remind": remind };
