import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { sendWaiting } from "./service.server.ts";

const send: Task = {
  label: "把新发布文章的地址推送给百度（网站设置里开启后才发送）",
  maxSeconds: 60,
  run: async ({ db, env }, _args, signal) => {
    if (!env.publicUrl) return "没有设置网站的公开地址（PUBLIC_URL），未推送";
    const { sent, failed } = await sendWaiting({
      db,
      dataDir: env.dataDir,
      origin: env.publicUrl,
      signal,
    });
    return sent + failed === 0 ? "没有要推送的地址" : `推送 ${sent} 条，未成功 ${failed} 条`;
  },
};

export const tasks: Tasks = { "pushTask.send": send };
