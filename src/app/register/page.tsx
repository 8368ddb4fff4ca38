import { useState } from "react";
import { AGREE_FIRST } from "../../lib/people/agreement.ts";
import { checkNickName } from "../../lib/people/nick-name.ts";
import { checkPassword, passwordRule } from "../../lib/people/password.ts";
import { checkPhone, checkSmsCode } from "../../lib/people/phone.ts";
import { onPage } from "../../server/pages/page-context.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import {
  CheckField,
  Field,
  NeedsScript,
  PasswordField,
  SubmitButton,
} from "../../site/form/form.tsx";
import { PhoneProof } from "../../site/form/phone-proof.tsx";
import { useForm } from "../../site/form/use-form.ts";
import { callApi } from "../../site/session/http.ts";
import { setToken } from "../../site/session/session.ts";
import { useAccountHref, useGoOn } from "../../site/session/use-go-on.ts";
import { AccountFrame } from "../../site/shell/account-frame.tsx";
import { nextChange, signedVersion } from "../agreement/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";

export const handle = { cache: { query: [] } };

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "site");
  const [values, agreementVersion, user, privacy] = await Promise.all([
    settings(app),
    signedVersion(db),
    nextChange(db, "user"),
    nextChange(db, "privacy"),
  ]);
  for (const at of [user, privacy]) if (at) page.validUntil = Math.min(page.validUntil, +at);
  return { phone: values.get("site.phone") ?? "", agreementVersion };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: "注册", path: "/register", ...siteOf(matches) });

export default function RegisterPage({ loaderData }: Route.ComponentProps) {
  const form = useForm({ phone: "", smsCode: "", password: "", nickName: "" });
  const [isAgreed, setAgreed] = useState(false);
  const [isDone, setDone] = useState(false);
  const loginHref = useAccountHref("/login");
  useGoOn();

  const onSubmit = form.submit(
    ({ phone, smsCode, password, nickName }) => ({
      phone: checkPhone(phone),
      smsCode: checkSmsCode(smsCode),
      password: checkPassword(password, { phone }),
      nickName: nickName.trim() === "" ? undefined : checkNickName(nickName),
      agree: isAgreed ? undefined : AGREE_FIRST,
    }),
    async ({ smsCode, ...values }) => {
      try {
        const { token } = await callApi<{ token: string }>("POST", "/registerByPhone", {
          isToken: false,
          body: {
            ...values,
            code: smsCode,
            agree: isAgreed,
            agreementVersion: loaderData.agreementVersion,
          },
        });
        setDone(true);
        setToken(token);
      } catch (error) {
        form.fail(error, { code: "smsCode" });
      }
    },
  );

  return (
    <AccountFrame title="注册" lead="用手机号注册，只需要一两分钟。">
      <NeedsScript />
      <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
        <PhoneProof
          form={form}
          scene="register"
          help="用于登录和接收重要通知，页面上只显示前三位和后四位"
          helpPhone={loaderData.phone}
        />
        <PasswordField
          {...form.field("password")}
          label="设置密码"
          help={passwordRule()}
          autoComplete="new-password"
        />
        <Field
          {...form.field("nickName")}
          label="昵称（选填）"
          help="2-20个字符，以后可以修改"
          autoComplete="nickname"
          maxLength={40}
        />
        <CheckField
          name="agree"
          isChecked={isAgreed}
          onChange={(value) => {
            setAgreed(value);
            form.clear("agree");
          }}
          error={form.errors.agree}
        >
          我已阅读并同意
          <a className="link" href="/agreement?doc=user" target="_blank" rel="noopener">
            《用户协议》
          </a>
          和
          <a className="link" href="/agreement?doc=privacy" target="_blank" rel="noopener">
            《隐私政策》
          </a>
        </CheckField>
        <SubmitButton
          isBusy={form.isBusy || isDone}
          label="注册"
          busyLabel="正在注册"
          message={form.message}
        />
      </form>
      <div className="account-foot">
        <span>
          已有账号？
          <a className="link" href={loginHref}>
            直接登录
          </a>
        </span>
      </div>
    </AccountFrame>
  );
}
