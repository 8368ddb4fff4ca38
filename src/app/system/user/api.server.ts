import { eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import { checkNickName, checkPassword, normaliseNickName } from "../../../lib/validators.ts";
import { accountOf } from "../../../server/access.ts";
import type { Slice } from "../../../server/context.ts";
import { AppError, refuseFields, unauthenticated } from "../../../server/errors.ts";
import { hashPassword, verifyPassword } from "../../../server/password.ts";
import { ok, okSchema } from "../../../server/reply.ts";
import { takePasswordTry } from "../../login/service.server.ts";
import { closeSessionsOf } from "../../login/session.server.ts";
import { user } from "./table.server.ts";

const Text = Type.Optional(Type.String());
const OLD_WRONG = "修改密码失败，旧密码错误";
const SAME = "新密码不能与旧密码相同";

/** Calls of the specification by which every account changes its own row, and no other. */
const api: Slice = (app, context) => {
  const { db } = context;

  app.put(
    "/prod-api/system/user/editNickName",
    {
      config: { access: "login" },
      schema: { body: Type.Object({ nickName: Text }), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const nickName = normaliseNickName(request.body.nickName ?? "");
      refuseFields({ nickName: checkNickName(nickName) });
      await db
        .update(user)
        .set({ nickName, updateBy: account.userName, updateTime: sql`now()` })
        .where(eq(user.userId, account.userId));
      return ok();
    },
  );

  /** Ends the other sessions of the account; this one goes on (product.md 4.2). */
  app.put(
    "/prod-api/system/user/updPassword",
    {
      config: { access: "login" },
      schema: { body: Type.Object({ oldPassword: Text, newPassword: Text }), response: okSchema() },
    },
    async (request) => {
      const { userId, userName, sessionId, isStaff } = accountOf(request);
      const oldPassword = request.body.oldPassword ?? "";
      const newPassword = request.body.newPassword ?? "";
      const [row] = await db.select().from(user).where(eq(user.userId, userId));
      if (!row) throw unauthenticated(request.url);
      refuseFields({
        oldPassword: oldPassword === "" ? OLD_WRONG : undefined,
        newPassword: checkPassword(newPassword, { userName, phone: row.phonenumber, isStaff }),
      });
      const clearTries = await takePasswordTry(context, `password:${userId}`);
      const isRight = await verifyPassword(oldPassword.slice(0, 128), row.password);
      if (!isRight) throw new AppError(OLD_WRONG, { fields: { oldPassword: OLD_WRONG } });
      await clearTries();
      if (oldPassword === newPassword) refuseFields({ newPassword: SAME });
      const password = await hashPassword(newPassword);
      await db.transaction(async (tx) => {
        await tx
          .update(user)
          .set({
            password,
            pwdUpdateDate: sql`now()`,
            updateBy: userName,
            updateTime: sql`now()`,
          })
          .where(eq(user.userId, userId));
        await closeSessionsOf(tx, userId, sessionId);
      });
      return ok();
    },
  );
};

export default api;
