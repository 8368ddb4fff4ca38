import QRCode from "qrcode";
import { Type } from "typebox";
import {
  beginEnrolment,
  confirmEnrolment,
  hasSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor,
  spendSecondFactor,
} from "#src/app/login/mfa/service.server.ts";
import { requireOwnPassword, takePersonTry } from "#src/app/login/service.server.ts";
import { readSetting } from "#src/app/system/config/service.server.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { secretBox } from "#src/server/secrets/secret-box.ts";
import type { Slice } from "#src/server/start/context.ts";

const URL = "/prod-api/system/user/profile/totp";
const Code = Type.Object({ code: Type.String({ maxLength: 32, message: "请输入验证码" }) });
const WRONG_CODE = "验证码错误或已过期";

/** Two-step verification of one's own staff account; our addition to the contract. */
const api: Slice = (app, context) => {
  const { db, env } = context;
  const box = secretBox(env.dataDir);

  app.get(
    URL,
    {
      config: { access: "staff", allowsEnrolment: true },
      schema: {
        response: okSchema({
          data: Type.Object({ isOn: Type.Boolean(), recoveryCodesLeft: Type.Integer() }),
        }),
      },
    },
    async (request) => {
      const left = await recoveryCodesLeft(db, accountOf(request).userId);
      return ok({ data: { isOn: left !== undefined, recoveryCodesLeft: left ?? 0 } });
    },
  );

  app.post(
    URL,
    {
      config: { access: "staff", allowsEnrolment: true, log: ["两步验证", 2] },
      schema: {
        body: Type.Object({ password: Type.String({ maxLength: 128, message: "密码不能为空" }) }),
        response: okSchema({
          data: Type.Object({ secret: Type.String(), uri: Type.String(), qr: Type.String() }),
        }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      // An unattended screen must not do it.
      const at = { field: "password", wrong: "密码错误，请重新输入" };
      await requireOwnPassword(context, account.userId, request.body.password, at);
      if (await hasSecondFactor(db, account.userId)) throw new AppError("两步验证已经开启");
      const issuer = (await readSetting(db, "site.name")) ?? "学会";
      const { userId, userName } = account;
      const begun = await beginEnrolment(db, box, { userId, userName, issuer });
      const qr = await QRCode.toString(begun.uri, { type: "svg", margin: 1 });
      return ok({ data: { ...begun, qr: `data:image/svg+xml,${encodeURIComponent(qr)}` } });
    },
  );

  app.put(
    URL,
    {
      config: { access: "staff", allowsEnrolment: true, log: ["两步验证", 2] },
      schema: {
        body: Code,
        response: okSchema({ data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }) }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const giveBack = await takePersonTry(context, userId, "验证码");
      const code = request.body.code.replace(/\s/g, "");
      const codes = await confirmEnrolment(db, box, userId, code);
      refuseFields({ code: codes ? undefined : WRONG_CODE });
      await giveBack();
      return ok({ data: { recoveryCodes: codes ?? [] } }, "两步验证已开启");
    },
  );

  app.delete(
    URL,
    {
      config: { access: "staff", log: ["两步验证", 2] },
      schema: {
        querystring: Code,
        response: okSchema(),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const giveBack = await takePersonTry(context, userId, "验证码");
      const isRight = await spendSecondFactor(db, box, userId, request.query.code);
      refuseFields({ code: isRight ? undefined : WRONG_CODE });
      await giveBack();
      await removeSecondFactor(db, userId);
      return ok(undefined, "两步验证已关闭");
    },
  );
};

export default api;
