import { eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import { requireOwnCode, requirePasswordAgain } from "#src/app/login/ownCode/service.server.ts";
import { closeSessionsOf } from "#src/app/login/session.server.ts";
import { sendEvent } from "#src/app/message/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { hasCode } from "#src/lib/causes.ts";
import { checkEmail, normaliseEmail } from "#src/lib/people/email.ts";
import { maskEmail, maskPhone } from "#src/lib/people/masks.ts";
import { checkPhone, checkSmsCode, normalisePhone } from "#src/lib/people/phone.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields, unauthenticated } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { user } from "../../table.server.ts";

const URL = "/prod-api/system/user/profile/contact";
const Text = Type.Optional(Type.String());

const PHONE_TAKEN = "该手机号已被其他账号使用";
const MAIL_TAKEN = "该邮箱已被其他账号使用";
const PROOF = "请输入登录密码，或填写原手机号收到的验证码";

/**
 * The phone and the mail address of one's own account, each changed by a code that was sent to the new one
 * (product 4.2: changePhone, bindPhone, bindEmail); our addition to the contract.
 */
const api: Slice = (app, context) => {
  const { db } = context;

  /**
   * Beside the code of the new phone it takes the password, or a code of the old phone (scene changePhone,
   * asked for without a `phone`). Whether the new phone has an account is said only after its code was right.
   * The other sessions end, and the old phone is told.
   */
  app.put(
    `${URL}/phone`,
    {
      config: { access: "login", log: ["更换手机号", 2] },
      schema: {
        body: Type.Object({ phone: Text, code: Text, password: Text, oldCode: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { userId, userName, sessionId } = accountOf(request);
      const { body } = request;
      const phone = normalisePhone(body.phone ?? "");
      const code = body.code ?? "";
      const password = body.password ?? "";
      const oldCode = body.oldCode ?? "";
      const before = await ownRow(db, userId);
      refuseFields({
        phone:
          checkPhone(phone) ?? (phone === before.phone ? "新手机号与现在的手机号相同" : undefined),
        code: checkSmsCode(code),
        oldCode: oldCode === "" ? undefined : checkSmsCode(oldCode),
        password: password === "" && oldCode === "" ? PROOF : undefined,
      });
      // The password first: a wrong one must not use up the code.
      if (oldCode === "" || !before.phone) await requirePasswordAgain(context, userId, password);
      else {
        const receiver = before.phone;
        const old = { receiver, scene: "changePhone", code: oldCode, field: "oldCode" };
        await requireOwnCode(context, userId, old);
      }
      const scene = before.phone ? "changePhone" : "bindPhone";
      await requireOwnCode(context, userId, { receiver: phone, scene, code, field: "code" });
      await refuseTaken(
        { phone: PHONE_TAKEN },
        db.transaction(async (tx) => {
          await tx
            .update(user)
            .set({ phonenumber: phone, updateBy: userName, updateTime: sql`now()` })
            .where(eq(user.userId, userId));
          await closeSessionsOf(tx, userId, sessionId);
          await sendEvent(tx, {
            event: "phoneChanged",
            userId,
            ...(before.phone ? { phone: before.phone } : {}),
            fields: { 姓名: before.nickName, 新手机号: maskPhone(phone) },
            link: "/personal/security",
            subject: "sys_user",
            subjectId: userId,
          });
        }),
      );
      return ok({}, "手机号已更换");
    },
  );

  app.put(
    `${URL}/email`,
    {
      config: { access: "login", log: ["绑定邮箱", 2] },
      schema: { body: Type.Object({ email: Text, code: Text }), response: okSchema() },
    },
    async (request) => {
      const { userId, userName } = accountOf(request);
      const email = normaliseEmail(request.body.email ?? "");
      const code = request.body.code ?? "";
      const before = await ownRow(db, userId);
      refuseFields({
        email:
          checkEmail(email) ??
          (email === normaliseEmail(before.email) ? "新邮箱与现在的邮箱相同" : undefined),
        code: checkSmsCode(code) && "请输入6位邮箱验证码",
      });
      const scene = "bindEmail";
      await requireOwnCode(context, userId, { receiver: email, scene, code, field: "code" });
      await refuseTaken(
        { email: MAIL_TAKEN },
        db.transaction(async (tx) => {
          await tx
            .update(user)
            .set({ email, updateBy: userName, updateTime: sql`now()` })
            .where(eq(user.userId, userId));
          await sendEvent(tx, {
            event: "emailChanged",
            userId,
            ...(before.email ? { mail: before.email } : {}),
            fields: { 姓名: before.nickName, 新邮箱: maskEmail(email) },
            link: "/personal/security",
            subject: "sys_user",
            subjectId: userId,
          });
        }),
      );
      return ok({}, "邮箱已绑定");
    },
  );
};

async function ownRow(db: Db, userId: number) {
  const [row] = await db
    .select({ phone: user.phonenumber, email: user.email, nickName: user.nickName })
    .from(user)
    .where(eq(user.userId, userId));
  if (!row) throw unauthenticated(URL);
  return row;
}

/** Of two accounts that write one number at the same moment the database takes the first. */
async function refuseTaken(fields: Record<string, string>, write: Promise<void>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!hasCode(error, /^23505$/)) throw error;
    throw new AppError(Object.values(fields)[0] ?? "", { fields });
  });
}

export default api;
