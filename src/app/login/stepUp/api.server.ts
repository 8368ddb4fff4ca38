import { Type } from "typebox";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { secretBox } from "#src/server/secrets/secret-box.ts";
import type { Slice } from "#src/server/start/context.ts";
import { spendSecondFactor } from "../mfa/service.server.ts";
import { requireOwnPassword, takePersonTry } from "../service.server.ts";
import { methodOf, noteProof } from "./service.server.ts";

const WRONG = {
  password: "密码错误，请重新输入",
  totp: "验证码错误或已过期",
} as const;

/**
 * Shows again that it is the person of the session (product 7.1). Where the second factor is on the
 * password alone is no proof. Wrong ones count with all that the person is asked for.
 */
const api: Slice = (app, context) => {
  const { db, env } = context;
  const box = secretBox(env.dataDir);

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
        const giveBack = await takePersonTry(context, userId, "验证码");
        if (!(await spendSecondFactor(db, box, userId, code))) {
          throw new AppError(WRONG.totp, { fields: { code: WRONG.totp } });
        }
        await giveBack();
      } else {
        refuseFields({ password: password === "" ? "请输入密码" : undefined });
        const at = { field: "password", wrong: WRONG.password };
        await requireOwnPassword(context, userId, password, at);
      }
      await noteProof(db, sessionId);
      return ok({}, "验证成功");
    },
  );
};

export default api;
