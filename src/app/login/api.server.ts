import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { Type } from "typebox";
import { phoneOf } from "#src/app/system/user/service.server.ts";
import { Nullable } from "#src/lib/wire.ts";
import { checkEmail, normaliseEmail } from "../../lib/people/email.ts";
import { maskPhone } from "../../lib/people/masks.ts";
import { checkPhone, normalisePhone } from "../../lib/people/phone.ts";
import { accountOf, bearerToken } from "../../server/http/access.ts";
import { AppError, refuseFields, unauthenticated } from "../../server/http/errors.ts";
import { ok, okSchema } from "../../server/http/reply.ts";
import type { Slice } from "../../server/start/context.ts";
import { isExpectedInRoom } from "../activity/service.server.ts";
import { standingOf } from "../member/service.server.ts";
import { writeLoginLog } from "../monitor/logininfor/service.server.ts";
import { closesOn } from "../personal/closure/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import { routersFor } from "../system/menu/service.server.ts";
import { user } from "../system/user/table.server.ts";
import { isCaptchaOn, newCaptcha, spendCaptcha } from "./captcha.server.ts";
import { logIn } from "./log-in.server.ts";
import { CODE_SENT, sendCode } from "./service.server.ts";
import { clientOf, closeSession } from "./session.server.ts";

const Text = Type.Optional(Type.String());
const PUBLIC_SCENES = ["register", "login", "forget", "activity", "advice"];
/** Those that a telephone of nobody is sent a code for as well. */
const OPEN_SCENES = ["register", "activity", "advice"];
const OWN_SCENES = ["signConfirm", "cancelAccount", "exportData"];
const NEW_PHONE_SCENES = ["bindPhone", "changePhone"];

const SendBody = Type.Object({ phone: Text, email: Text, scene: Text, code: Text, uuid: Text });

const InfoUser = Type.Object({
  userId: Type.Integer(),
  userName: Type.String(),
  nickName: Type.String(),
  avatar: Type.String(),
  phoneMasked: Type.String(),
  userType: Type.String(),
  isMember: Type.Boolean(),
  memberNo: Nullable(Type.String()),
  memberLevel: Nullable(Type.String()),
  memberExpire: Nullable(Type.String()),
  /** Day on which the account is closed, where its owner has asked for that. */
  closesOn: Nullable(Type.String()),
});

/**
 * What other clients demand of a new password (wire 3.1). Digits alone and letters alone, 1
 * and 2, are what our own policy refuses: nobody could choose a password that both take.
 */
const possibleChrtype = (value = "0"): string => (/^[34]$/.test(value) ? value : "0");

const api: Slice = (app, context) => {
  const { db } = context;

  app.get(
    "/prod-api/captchaImage",
    {
      config: { access: "public" },
      schema: {
        querystring: Type.Object({ type: Text }),
        response: okSchema({
          captchaEnabled: Type.Boolean(),
          captchaOnOff: Type.Boolean(),
          uuid: Text,
          img: Text,
          text: Text,
        }),
      },
    },
    async (request) => {
      if (!(await isCaptchaOn(context))) return ok({ captchaEnabled: false, captchaOnOff: false });
      const kind = request.query.type === "text" ? "text" : "image";
      const made = await newCaptcha(db, kind, request.ip);
      return ok({ captchaEnabled: true, captchaOnOff: true, ...made });
    },
  );

  app.post(
    "/prod-api/login",
    {
      config: { access: "public" },
      schema: {
        body: Type.Object({
          username: Text,
          password: Text,
          code: Text,
          uuid: Text,
          rememberMe: Type.Optional(Type.Boolean()),
          /** The caller knows of the second step, and asks for its code. */
          mfa: Type.Optional(Type.Boolean()),
          phone: Text,
          smsCode: Text,
        }),
        response: okSchema({
          token: Text,
          mfa: Type.Optional(Type.Boolean()),
          mfaToken: Text,
        }),
      },
    },
    async (request) => {
      const { username, password, code, uuid, rememberMe, mfa, phone, smsCode } = request.body;
      const outcome = await logIn(context, clientOf(request), {
        username: username ?? "",
        password: password ?? "",
        code: code ?? "",
        uuid: uuid ?? "",
        rememberMe: rememberMe ?? false,
        knowsMfa: mfa ?? false,
        phone: phone ?? "",
        smsCode: smsCode ?? "",
      });
      return ok("mfaToken" in outcome ? { mfa: true, ...outcome } : outcome);
    },
  );

  app.post(
    "/prod-api/logout",
    {
      config: { access: "public", allowsFirstPassword: true },
      schema: { response: okSchema() },
    },
    async (request) => {
      const token = bearerToken(request);
      if (token) await closeSession(db, token);
      if (request.account) {
        const { userName } = request.account;
        const client = clientOf(request);
        await writeLoginLog(db, { userName, isSuccess: true, msg: "退出成功", client });
      }
      return ok({}, "退出成功");
    },
  );

  app.get(
    "/prod-api/getInfo",
    {
      config: { access: "login", allowsFirstPassword: true },
      schema: {
        response: okSchema({
          user: InfoUser,
          roles: Type.Array(Type.String()),
          permissions: Type.Array(Type.String()),
          pwdChrtype: Type.String(),
          isDefaultModifyPwd: Type.Boolean(),
          isPasswordExpired: Type.Boolean(),
          mustEnrol: Type.Boolean(),
        }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const values = await settings(context);
      const days = Number(values.get("sys.account.passwordValidateDays")) || 0;
      const isOld = sql<boolean>`coalesce(
        ${user.pwdUpdateDate} < now() - make_interval(days => ${days}::int), true)`;
      const [row] = await db
        .select({ ...getTableColumns(user), isOld })
        .from(user)
        .where(eq(user.userId, account.userId));
      if (!row) throw unauthenticated(request.url);
      const standing = await standingOf(db, account.userId);
      return ok({
        user: {
          userId: row.userId,
          userName: row.userName,
          nickName: row.nickName,
          avatar: row.avatar,
          phoneMasked: maskPhone(row.phonenumber),
          userType: row.userType,
          isMember: standing?.isMember ?? false,
          memberNo: standing?.memberNo ?? null,
          memberLevel: standing?.levelName ?? null,
          memberExpire: standing?.validTo ?? null,
          closesOn: (await closesOn(db, account.userId)) ?? null,
        },
        roles: account.roles,
        permissions: account.permissions,
        pwdChrtype: possibleChrtype(values.get("sys.account.chrtype")),
        isDefaultModifyPwd: account.mustChangePassword,
        isPasswordExpired: days > 0 && row.isOld,
        mustEnrol: account.mustEnrol,
      });
    },
  );

  app.get(
    "/prod-api/getRouters",
    {
      config: { access: "login", allowsFirstPassword: true },
      schema: { response: okSchema({ data: Type.Array(Type.Any()) }) },
    },
    async (request) => ok({ data: await routersFor(db, accountOf(request)) }),
  );

  /** Codes for people who are not logged in: a captcha is the price of each. */
  const sendPublic = async (
    body: { phone?: string; scene?: string; code?: string; uuid?: string },
    ip: string,
  ) => {
    const phone = normalisePhone(body.phone ?? "");
    const scene = body.scene ?? "";
    refuseFields({
      phone: checkPhone(phone),
      scene: PUBLIC_SCENES.includes(scene) ? undefined : "验证码用途不正确",
    });
    if (await isCaptchaOn(context)) {
      const given = { uuid: body.uuid ?? "", code: body.code ?? "" };
      refuseFields({ code: await spendCaptcha(db, given) });
    }
    const [known] = await db
      .select({ id: user.userId })
      .from(user)
      .where(and(eq(user.phonenumber, phone), eq(user.delFlag, "0")));
    await sendCode(context, {
      receiver: phone,
      scene,
      ip,
      isDeliverable: OPEN_SCENES.includes(scene) || known !== undefined,
      isExpected: scene === "activity" && (await isExpectedInRoom(db, phone)),
    });
    return ok({}, CODE_SENT);
  };

  const sending = {
    config: { access: "public" as const },
    schema: { body: SendBody, response: okSchema() },
  };

  app.post("/prod-api/sendCode", sending, async (request) => sendPublic(request.body, request.ip));

  /**
   * For accounts: bindPhone and changePhone to the new phone, bindEmail to the new address, the
   * others to the phone of the account whatever the body says, and so changePhone without a phone: it
   * shows that the old one is theirs. The code is bound to the account as well. No captcha: the limits are the same and the account is known. The scenes of sendCode are
   * taken here too, with captcha (product 4.2).
   */
  app.post("/prod-api/bllSendCode", sending, async (request) => {
    const scene = request.body.scene ?? "";
    if (PUBLIC_SCENES.includes(scene)) return sendPublic(request.body, request.ip);
    if (!request.account) throw unauthenticated("/prod-api/bllSendCode");
    const { userId } = request.account;
    let receiver = "";
    if (scene === "bindEmail") {
      receiver = normaliseEmail(request.body.email ?? "");
      refuseFields({ email: checkEmail(receiver) });
    } else if (
      NEW_PHONE_SCENES.includes(scene) &&
      !(scene === "changePhone" && !request.body.phone)
    ) {
      receiver = normalisePhone(request.body.phone ?? "");
      refuseFields({ phone: checkPhone(receiver) });
    } else if (scene === "changePhone" || OWN_SCENES.includes(scene)) {
      receiver = await phoneOf(db, userId);
      if (!receiver) throw new AppError("请先绑定手机号");
    } else refuseFields({ scene: "验证码用途不正确" });
    await sendCode(context, { receiver, scene, userId, ip: request.ip, isDeliverable: true });
    return ok({}, CODE_SENT);
  });
};

export default api;
