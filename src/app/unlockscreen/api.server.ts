import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { accountOf } from "../../server/access.ts";
import type { Slice } from "../../server/context.ts";
import { AppError, refuseFields } from "../../server/errors.ts";
import { verifyPassword } from "../../server/password.ts";
import { ok, okSchema } from "../../server/reply.ts";
import { nameKey, takePasswordTry } from "../login/service.server.ts";
import { user } from "../system/user/table.server.ts";

const WRONG = "密码错误，请重新输入";

/**
 * Opens a screen that was locked by hand; its session never closed (product.md 4.10). Wrong passwords
 * count like those of a log-in: a locked screen is no place to guess.
 */
const api: Slice = (app, context) => {
  app.post(
    "/prod-api/unlockscreen",
    {
      config: { access: "staff", allowsEnrolment: true },
      schema: {
        body: Type.Object({ password: Type.Optional(Type.String({ maxLength: 128 })) }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { password } = request.body;
      refuseFields({ password: password ? undefined : "密码不能为空" });
      const clear = await takePasswordTry(context, nameKey(account.userName));
      const [row] = await context.db
        .select({ password: user.password })
        .from(user)
        .where(eq(user.userId, account.userId));
      if (!(await verifyPassword(password ?? "", row?.password))) {
        throw new AppError(WRONG, { fields: { password: WRONG } });
      }
      await clear();
      return ok({}, "解锁成功");
    },
  );
};

export default api;
