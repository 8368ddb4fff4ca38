import { Type } from "typebox";
import { phoneOf } from "#src/app/system/user/service.server.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { Nullable } from "#src/lib/wire.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { checkSmsCode } from "../../../lib/people/phone.ts";
import { requireOwnCode, requirePasswordAgain } from "../../login/ownCode/service.server.ts";
import { askClosure, DAYS, obstacleOf, pendingClosure, withdrawClosure } from "./service.server.ts";

const URL = "/prod-api/api/bll/personal/closure";
const Text = Type.Optional(Type.String());

const STAFF = "工作人员的账号请联系系统管理员停用";

/** Closing one's account: 注销 of product 7.2. */
const api: Slice = (app, context) => {
  const { db } = context;

  app.get(
    URL,
    {
      config: { access: "login" },
      schema: {
        summary: "本人账号的注销申请，以及现在注销有没有障碍",
        response: okSchema({
          days: Type.Integer(),
          askedAt: Nullable(Type.String()),
          dueAt: Nullable(Type.String()),
          obstacle: Type.String(),
          hasPhone: Type.Boolean(),
        }),
      },
    },
    async (request) => {
      const { userId, isStaff } = accountOf(request);
      const row = await pendingClosure(db, userId);
      return ok({
        days: DAYS,
        askedAt: row ? formatDateTime(row.askedAt) : null,
        dueAt: row ? formatDateTime(row.dueAt) : null,
        obstacle: isStaff ? STAFF : await obstacleOf(db, userId),
        hasPhone: (await phoneOf(db, userId)) !== "",
      });
    },
  );

  app.post(
    URL,
    {
      config: { access: "login", log: ["注销账号", 3] },
      schema: {
        summary: "申请注销账号，凭登录密码和短信验证码",
        body: Type.Object({ password: Text, code: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { userId } = account;
      if (account.isStaff) throw new AppError(STAFF);
      const { password = "", code = "" } = request.body;
      const phone = await phoneOf(db, userId);
      refuseFields({
        password: password === "" ? "请输入登录密码" : undefined,
        code: phone ? checkSmsCode(code) : undefined,
      });
      const obstacle = await obstacleOf(db, userId);
      // Before the code: it need not be used up for that.
      if (obstacle) throw new AppError(`${obstacle}后再注销账号`);
      await requirePasswordAgain(context, userId, password);
      if (phone) {
        const scene = "cancelAccount";
        await requireOwnCode(context, userId, { receiver: phone, scene, code, field: "code" });
      }
      await askClosure(db, account);
      return ok({}, `已申请注销账号，${DAYS} 天内可以撤销`);
    },
  );

  app.put(
    `${URL}/withdraw`,
    {
      config: { access: "login", log: ["撤销注销", 2] },
      schema: { summary: "撤销注销账号的申请", response: okSchema() },
    },
    async (request) => {
      await withdrawClosure(db, accountOf(request).userId);
      return ok({}, "已撤销，您的账号会继续保留");
    },
  );
};

export default api;
