import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "../../db/client.ts";
import { checkPassword, checkRepeat } from "../../lib/people/password.ts";
import { checkPhone, checkSmsCode, normalisePhone } from "../../lib/people/phone.ts";
import { formatDateTime } from "../../lib/text/dates.ts";
import { AppError, refuseFields } from "../../server/http/errors.ts";
import { ok, okSchema } from "../../server/http/reply.ts";
import { withinTime } from "../../server/messages/outbox.ts";
import { hashPassword } from "../../server/secrets/password.ts";
import type { Slice } from "../../server/start/context.ts";
import { CODE_WRONG, clearNameFailures, spendCode } from "../login/service.server.ts";
import { closeSessionsOf } from "../login/session.server.ts";
import { settings } from "../system/config/service.server.ts";
import { user } from "../system/user/table.server.ts";
import { resetTicket } from "./table.server.ts";

/** A request is answered within five seconds, whatever the provider does. */
const PROVIDER_MS = 4_000;
const TICKET_MINUTES = 10;
const TICKET_GONE = "重置凭证无效或已过期，请重新验证手机号";

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** The account whose phone a right code proved, as a ticket for one new password. */
async function newTicket(db: Db, phone: string, code: string): Promise<string> {
  const isRight = await spendCode(db, { receiver: phone, scene: "forget", code });
  const [owner] = await db
    .select({ userId: user.userId })
    .from(user)
    .where(and(eq(user.phonenumber, phone), eq(user.delFlag, "0")));
  if (!isRight || !owner) throw new AppError(CODE_WRONG, { fields: { code: CODE_WRONG } });
  const token = randomBytes(32).toString("base64url");
  await db.insert(resetTicket).values({
    tokenHash: hashOf(token),
    userId: owner.userId,
    expiresAt: sql`now() + make_interval(mins => ${TICKET_MINUTES})`,
  });
  return token;
}

const living = (token: string) =>
  and(eq(resetTicket.tokenHash, hashOf(token)), gt(resetTicket.expiresAt, sql`now()`));

const Text = Type.Optional(Type.String());

const api: Slice = (app, context) => {
  const { db } = context;

  app.put(
    "/prod-api/userResetPwdCheck",
    {
      config: { access: "public" },
      schema: {
        body: Type.Object({ phone: Text, code: Text }),
        response: okSchema({ data: Type.Object({ resetToken: Type.String() }) }),
      },
    },
    async (request) => {
      const phone = normalisePhone(request.body.phone ?? "");
      const code = request.body.code ?? "";
      refuseFields({ phone: checkPhone(phone), code: checkSmsCode(code) });
      return ok({ data: { resetToken: await newTicket(db, phone, code) } });
    },
  );

  /**
   * Sets a new password for whoever holds a ticket, or `phone` and `code` instead of one; a user id
   * is never looked at. All sessions end and the owner is told by SMS (product 4.2).
   */
  app.put(
    "/prod-api/userResetPwd",
    {
      config: { access: "public" },
      schema: {
        body: Type.Object({
          resetToken: Text,
          phone: Text,
          code: Text,
          password: Text,
          confirmPassword: Text,
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const given = request.body;
      const password = given.password ?? "";
      refuseFields({
        password: checkPassword(password, { phone: given.phone ?? "" }),
        confirmPassword:
          given.confirmPassword === undefined
            ? undefined
            : checkRepeat(password, given.confirmPassword),
      });
      let ticket = given.resetToken ?? "";
      if (ticket === "" && given.phone !== undefined) {
        const phone = normalisePhone(given.phone);
        const code = given.code ?? "";
        refuseFields({ phone: checkPhone(phone), code: checkSmsCode(code) });
        ticket = await newTicket(db, phone, code);
      }
      const owner = await ownerOf(db, ticket);
      if (!owner) throw new AppError(TICKET_GONE);
      refuseFields({
        password: checkPassword(password, {
          userName: owner.userName,
          phone: owner.phone,
          isStaff: owner.userType === "00",
        }),
      });
      const hash = await hashPassword(password);
      const isDone = await db.transaction(async (tx) => {
        const spent = await tx.delete(resetTicket).where(living(ticket)).returning();
        if (spent.length === 0) return false;
        await tx
          .update(user)
          .set({ password: hash, pwdUpdateDate: sql`now()`, updateTime: sql`now()` })
          .where(eq(user.userId, owner.userId));
        await tx.delete(resetTicket).where(eq(resetTicket.userId, owner.userId));
        await closeSessionsOf(tx, owner.userId);
        await clearNameFailures(tx, owner.userName);
        return true;
      });
      if (!isDone) throw new AppError(TICKET_GONE);
      await tell(owner.phone);
      return ok();
    },
  );

  /** The password is changed by now: a provider out of reach is a line in the log. */
  async function tell(phone: string): Promise<void> {
    if (!phone) return;
    const values = await settings(context);
    const text = `【${values.get("site.name") ?? ""}】您的登录密码已于${formatDateTime(new Date())}重置。如非本人操作，请立即致电${values.get("site.phone") ?? ""}。`;
    const { sms } = context.outbox;
    await withinTime(PROVIDER_MS, (signal) =>
      sms({ to: phone, scene: "passwordReset", text }, signal),
    ).catch((error: unknown) => context.log.error({ err: error }, "notice was not sent"));
  }
};

async function ownerOf(db: Db, ticket: string) {
  const [row] = await db
    .select({
      userId: user.userId,
      userName: user.userName,
      userType: user.userType,
      phone: user.phonenumber,
    })
    .from(resetTicket)
    .innerJoin(user, eq(user.userId, resetTicket.userId))
    .where(and(living(ticket), eq(user.delFlag, "0")));
  return row;
}

export default api;
