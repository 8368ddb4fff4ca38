import { Type } from "typebox";
import { accountOf } from "#src/server/http/access.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { requirePasswordAgain, requireSecondFactorAgain } from "../ownCode/service.server.ts";
import { methodOf, noteProof } from "./service.server.ts";

/**
 * Shows again that it is the person of the session (product 7.1). Where the second factor is on the
 * password alone is no proof. Wrong ones count with all that the person is asked for.
 */
const api: Slice = (app, context) => {
  const { db } = context;

  app.post(
    "/prod-api/login/stepUp",
    {
      config: { access: "login" },
      schema: {
        body: Type.Object({
          password: Type.Optional(Type.String({ maxLength: 128 })),
          code: Type.Optional(Type.String({ maxLength: 32 })),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { userId, sessionId } = accountOf(request);
      const { password = "", code = "" } = request.body;
      if ((await methodOf(db, userId)) === "totp") {
        refuseFields({ code: code.trim() === "" ? "请输入验证码" : undefined });
        await requireSecondFactorAgain(context, userId, code);
      } else {
        refuseFields({ password: password === "" ? "请输入密码" : undefined });
        await requirePasswordAgain(context, userId, password);
      }
      await noteProof(db, sessionId);
      return ok({}, "验证成功");
    },
  );
};

export default api;
