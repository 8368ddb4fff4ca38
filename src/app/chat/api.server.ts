import { Type } from "typebox";
import { ok, okSchema } from "../../server/http/reply.ts";
import type { Slice } from "../../server/start/context.ts";
import { chatHoursOf, chatReplies, crisisWordsOf } from "./service.server.ts";

const Reply = Type.Object({
  id: Type.Integer(),
  question: Type.String(),
  keywords: Type.Array(Type.String()),
  answer: Type.String(),
  linkUrl: Type.String(),
});

/** The widget asks for all of them and chooses in the browser: no question leaves it. */
const chatApi: Slice = (app, context) => {
  app.get(
    "/prod-api/api/bll/chat/list",
    {
      config: { access: "public" },
      schema: {
        response: okSchema({
          data: Type.Array(Reply),
          crisisWords: Type.Array(Type.String()),
          /** From and to, `09:00-17:00`; empty: always. */
          hours: Type.String(),
          /** Whether people talk in the framed page now. */
          isOpen: Type.Boolean(),
        }),
      },
    },
    async (_request, reply) => {
      reply.header("cache-control", "no-cache");
      const [data, crisisWords, times] = await Promise.all([
        chatReplies(context),
        crisisWordsOf(context),
        chatHoursOf(context),
      ]);
      return ok({ data, crisisWords, ...times });
    },
  );
};

export default chatApi;
