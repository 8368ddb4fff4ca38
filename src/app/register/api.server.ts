import { eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import { AGREE_FIRST } from "../../lib/people/agreement.ts";
import { checkNickName, normaliseNickName } from "../../lib/people/nick-name.ts";
import { checkPassword, checkRepeat } from "../../lib/people/password.ts";
import { checkPhone, checkSmsCode, normalisePhone } from "../../lib/people/phone.ts";
import { AppError, refuseFields } from "../../server/http/errors.ts";
import { ok, okSchema } from "../../server/http/reply.ts";
import { hashPassword } from "../../server/secrets/password.ts";
import type { Slice } from "../../server/start/context.ts";
import { recordConsent, signedVersion } from "../agreement/service.server.ts";
import { CODE_WRONG, spendCode } from "../login/service.server.ts";
import { clientOf, openSession } from "../login/session.server.ts";
import { writeLoginLog } from "../monitor/logininfor/service.server.ts";
import { settings, societyName } from "../system/config/service.server.ts";
import { role, userRole } from "../system/role/table.server.ts";
import { memberNumber, user } from "../system/user/table.server.ts";

const TAKEN = "该手机号已注册，请直接登录";
const Text = Type.Optional(Type.String());

const api: Slice = (app, context) => {
  const { db } = context;

  /**
   * product 4.2. Nothing tells whether a phone has an account before its code was right; the code
   * is used up then, also where the rest is refused.
   */
  app.post(
    "/prod-api/registerByPhone",
    {
      config: { access: "public" },
      schema: {
        body: Type.Object({
          phone: Text,
          code: Text,
          password: Text,
          confirmPassword: Text,
          nickName: Text,
          userType: Text,
          agree: Type.Optional(Type.Boolean()),
          agreementVersion: Text,
        }),
        response: okSchema({ token: Type.String() }),
      },
    },
    async (request) => {
      const given = request.body;
      const phone = normalisePhone(given.phone ?? "");
      const code = given.code ?? "";
      const password = given.password ?? "";
      const nickName = normaliseNickName(given.nickName ?? "") || `会员${phone.slice(-4)}`;
      const userType = given.userType || "01";
      refuseFields({
        phone: checkPhone(phone),
        code: checkSmsCode(code),
        password: checkPassword(password, { phone }),
        confirmPassword:
          given.confirmPassword === undefined
            ? undefined
            : checkRepeat(password, given.confirmPassword),
        nickName: checkNickName(nickName, { society: await societyName(context) }),
        userType: ["01", "02"].includes(userType) ? undefined : "请选择个人或单位",
        agree: given.agree === true ? undefined : AGREE_FIRST,
      });
      const version = await signedVersion(db);
      refuseFields({
        agree:
          given.agreementVersion === version ? undefined : "协议已更新，请刷新页面，重新阅读并同意",
      });
      if (!(await spendCode(db, { receiver: phone, scene: "register", code }))) {
        refuseFields({ code: CODE_WRONG });
      }

      const client = clientOf(request);
      const hash = await hashPassword(password);
      const token = await db.transaction(async (tx) => {
        const [number] = await tx.insert(memberNumber).values({}).returning();
        const userName = `u${number?.id}`;
        const [row] = await tx
          .insert(user)
          .values({
            userName,
            nickName,
            userType,
            phonenumber: phone,
            password: hash,
            pwdUpdateDate: sql`now()`,
            loginIp: client.ipaddr,
            loginDate: sql`now()`,
            createBy: userName,
          })
          // The phone is unique: of two people at the same moment one is told so.
          .onConflictDoNothing()
          .returning({ userId: user.userId });
        if (!row) return undefined;
        const { userId } = row;
        const [member] = await tx
          .select({ roleId: role.roleId })
          .from(role)
          .where(eq(role.roleKey, "member"));
        if (member) await tx.insert(userRole).values({ userId, roleId: member.roleId });
        await recordConsent(tx, { userId, scene: "register", ipaddr: client.ipaddr });
        await writeLoginLog(tx, { userName, isSuccess: true, msg: "注册成功", client });
        return openSession(tx, { userId, isStaff: false, isRemembered: false, client });
      });
      if (!token) throw new AppError(TAKEN, { fields: { phone: TAKEN } });
      return ok({ token });
    },
  );

  /**
   * wire 4.2: the older registration by name and password. The setting is off and the site
   * links to registration by phone alone; switched on, it says where to register.
   */
  app.post(
    "/prod-api/register",
    { config: { access: "public" }, schema: { response: okSchema() } },
    async () => {
      const isOn = (await settings(context)).get("sys.account.registerUser") === "true";
      throw new AppError(isOn ? "请使用手机号注册" : "当前系统没有开启注册功能！");
    },
  );
};

export default api;
