import { Type } from "typebox";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { forgetUnless, goneSignal, IMPORTED } from "../importWord/service.server.ts";
import { importWechat } from "./service.server.ts";

/** The source of an article page has up to three megabytes, most of them scripts. */
const MAX_SOURCE = 6_000_000;
const BODY_BYTES = 24 * 1024 * 1024;

const api: Slice = (app, context) => {
  app.post(
    "/prod-api/api/bll/article/desk/importWechat",
    {
      bodyLimit: BODY_BYTES,
      config: { access: "content:article:add", log: ["文章导入", 6] },
      schema: {
        body: Type.Object({
          html: Type.String({
            default: "",
            maxLength: MAX_SOURCE,
            title: "页面源代码",
            message: "页面源代码过长，请只粘贴一篇文章的源代码",
          }),
        }),
        response: okSchema({ data: Type.Object({ ...IMPORTED, author: Type.String() }) }),
      },
    },
    async (request, reply) => {
      const gone = goneSignal(reply);
      const { html } = request.body;
      const { imported, stored } = await importWechat(context, html, accountOf(request), gone);
      await forgetUnless(reply, context, stored);
      return ok({ data: imported });
    },
  );
};

export default api;
