import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { purgeRecycled, settleDue } from "./service.server.ts";

const due: Task = {
  label: "按时发布定时文章，取消到期的置顶",
  maxSeconds: 120,
  run: async ({ db }) => {
    const { published, unpinned } = await settleDue(db);
    return `发布 ${published} 篇，取消置顶 ${unpinned} 篇`;
  },
};

const bin: Task = {
  label: "彻底删除在回收站满 30 天的文章",
  maxSeconds: 600,
  run: async ({ db }, _args, signal) => {
    let gone = 0;
    for (;;) {
      const count = await purgeRecycled(db);
      gone += count;
      if (count === 0 || signal.aborted) return `彻底删除 ${gone} 篇`;
    }
  },
};

export const tasks: Tasks = { "articleTask.publishDue": due, "articleTask.emptyBin": bin };
