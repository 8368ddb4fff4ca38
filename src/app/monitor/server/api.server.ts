import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { disks, measureCores, memory, runtime, system } from "./host.server.ts";
import { measureProcess, type ProcessFigures } from "./process.server.ts";
import { queues } from "./queues.server.ts";
import { answerTopic, askProcesses } from "./service.server.ts";
import { Server } from "./wire.ts";

/**
 * The machine and the program on it: wire 3.5. Of ours: `processes` as each says of itself,
 * `expected` how many there are, `answeredBy` the one whose runtime stands in `jvm`, `queues` of the
 * job engine.
 */
const api: Slice = (app, context) => {
  const { db, env } = context;
  let requests = 0;
  // Cached pages never reach Fastify: count where they are answered as well.
  app.server.on("request", () => {
    requests++;
  });
  const cores = measureCores();
  const figures = measureProcess(() => requests);
  answerTopic(context, "figures", figures.read);
  app.addHook("onClose", async () => figures.stop());

  app.get(
    "/prod-api/monitor/server",
    {
      config: { access: "monitor:server:list" },
      schema: { response: okSchema({ data: Server }) },
    },
    async () => {
      const [{ expected, answers }, sysFiles, jobQueues] = await Promise.all([
        askProcesses<ProcessFigures>(context, "figures"),
        disks(env.dataDir),
        queues(db),
      ]);
      return ok({
        data: {
          cpu: cores(),
          mem: memory(),
          jvm: runtime(),
          sys: system(env.rootDir),
          sysFiles,
          processes: answers,
          expected,
          answeredBy: process.pid,
          queues: jobQueues,
        },
      });
    },
  );
};

export default api;
