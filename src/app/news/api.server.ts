import { Type } from "typebox";
import { accountOf } from "../../server/http/access.ts";
import type { Slice } from "../../server/start/context.ts";
import { openStreams } from "./streams.server.ts";

/** The stream by which the bell hears of changes, in place of repeated calls. */
const api: Slice = (app, context) => {
  const streams = openStreams(context);

  app.get(
    "/prod-api/news/stream",
    {
      config: { access: "staff", isEndless: true },
      exposeHeadRoute: false,
      schema: {
        response: {
          200: Type.String({ description: "text/event-stream：变化的种类，如 notice,inbox,door" }),
        },
      },
    },
    async (request, reply) => {
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      if (streams.open(accountOf(request), reply.raw)) return reply.hijack();
      throw Object.assign(new Error("no room for another stream"), { statusCode: 429 });
    },
  );
};

export default api;
