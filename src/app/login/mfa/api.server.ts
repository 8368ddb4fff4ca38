import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { secretBox } from "#src/server/secrets/secret-box.ts";
import type { Slice } from "#src/server/start/context.ts";
import { writeLoginLog } from "../../monitor/logininfor/service.server.ts";
import { user } from "../../system/user/table.server.ts";
import { takePersonTry } from "../service.server.ts";
import { clientOf, completeLogIn } from "../session.server.ts";
import { closeTicket, spendSecondFactor, takeTicketTry } from "./service.server.ts";

const WRONG = "验证码错误或已过期";
const OVER = "登录已超时，请重新输入密码";

/** Second step of a log-in (product 4.2): the code of the app or a recovery code. */
const api: Slice = (app, context) => {
  const { db, env } = context;
  const box = secretBox(env.dataDir);

  app.post(
    "/prod-api/login/mfa",
    {
      config: { access: "public" },
      schema: {
        body: Type.Object({
          mfaToken: Type.String({ maxLength: 128, message: OVER }),
          code: Type.String({ maxLength: 32, message: "请输入验证码" }),
        }),
        response: okSchema({ token: Type.String() }),
      },
    },
    async (request) => {
      const { mfaToken, code } = request.body;
      const ticket = await takeTicketTry(db, mfaToken);
      if (!ticket) throw new AppError(OVER);
      const [found] = await db.select().from(user).where(eq(user.userId, ticket.userId));
      if (found?.status !== "0" || found.delFlag !== "0") throw new AppError(OVER);
      const client = clientOf(request);
      const refuse = async (text: string, logged = text): Promise<never> => {
        const { userName } = found;
        await writeLoginLog(db, { userName, isSuccess: false, msg: logged, client });
        throw new AppError(text, { fields: { code: text } });
      };
      const giveBack = await takePersonTry(context, found.userId, "验证码").catch(
        (error: unknown) => {
          if (error instanceof AppError) return refuse(error.message);
          throw error;
        },
      );
      if (!(await spendSecondFactor(db, box, found.userId, code))) {
        return refuse(WRONG, "两步验证码错误");
      }
      await giveBack();
      if (!(await closeTicket(db, mfaToken))) throw new AppError(OVER);
      return ok({ token: await completeLogIn(db, client, found, ticket.isRemembered) });
    },
  );
};

export default api;
