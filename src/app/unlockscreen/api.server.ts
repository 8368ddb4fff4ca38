import { Type } from "typebox";
import { accountOf } from "../../server/http/access.ts";
import { refuseFields } from "../../server/http/errors.ts";
import { ok, okSchema } from "../../server/http/reply.ts";
import type { Slice } from "../../server/start/context.ts";
import { requireOwnPassword } from "../login/service.server.ts";

const WRONG = "密码错误，请重新输入";

/**
 * Opens a screen that was locked by hand; its session never closed (product 4.10). Wrong passwords
 * count with all that the person is asked for: a locked screen is no place to guess.
 */
const api: Slice = (app, context) => {
  app.post(
    "/prod-api/unlockscreen",
    {
      config: { access: "staff", allowsEnrolment: true, allowsFirstPassword: true },
      schema: {
        body: Type.Object({ password: Type.Optional(Type.String({ maxLength: 128 })) }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { password } = request.body;
      refuseFields({ password: password ? undefined : "密码不能为空" });
      const at = { field: "password", wrong: WRONG };
      await requireOwnPassword(context, account.userId, password ?? "", at);
      return ok({}, "解锁成功");
    },
  );
};

export default api;
