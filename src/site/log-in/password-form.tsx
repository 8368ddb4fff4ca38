import { useState } from "react";
import { CaptchaField, CheckField, Field, PasswordField, SubmitButton } from "../form/form.tsx";
import { useCaptcha } from "../form/use-captcha.ts";
import { useForm } from "../form/use-form.ts";
import { ApiError, callApi } from "../session/http.ts";
import { setToken } from "../session/session.ts";
import { useAccountHref } from "../session/use-go-on.ts";

/** How long a remembered log-in lasts (product 7.1). */
const REMEMBER_DAYS = 14;

/** A token, or a ticket where the account has a second factor. */
export type LoginAnswer = { token?: string; mfaToken?: string };

type Props = {
  readonly name: string;
  readonly onName: (name: string) => void;
  /** The account asks for a second factor: the ticket for it. */
  readonly onMfa: (ticket: string) => void;
};

/** 密码登录; what was typed as name is kept for the other tab. */
export function PasswordForm({ name, onName, onMfa }: Props) {
  const form = useForm({ username: name, password: "" });
  const captcha = useCaptcha();
  const [isRemembered, setRemembered] = useState(false);
  const [isDone, setDone] = useState(false);
  const forgotHref = useAccountHref("/forgetPassword");

  const onSubmit = form.submit(
    ({ username, password }) => ({
      username: username.trim() === "" ? "请输入用户名或手机号" : undefined,
      password: password === "" ? "请输入密码" : undefined,
      captcha: captcha.isOn && captcha.value.trim() === "" ? "请输入验证码" : undefined,
    }),
    async ({ username, password }) => {
      try {
        const { token, mfaToken } = await callApi<LoginAnswer>("POST", "/login", {
          isToken: false,
          body: {
            username: username.trim(),
            password,
            code: captcha.value,
            uuid: captcha.uuid,
            rememberMe: isRemembered,
            mfa: true,
          },
        });
        if (mfaToken) return onMfa(mfaToken);
        setDone(true);
        if (token) setToken(token, isRemembered ? REMEMBER_DAYS : undefined);
      } catch (error) {
        form.fail(error, { code: "captcha" });
        // The question is used up, unless nothing reached the server.
        if (error instanceof ApiError && error.code !== 0) captcha.reload();
      }
    },
  );

  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <Field
        name="username"
        label="用户名或手机号"
        value={form.values.username}
        onChange={(value) => {
          form.set("username", value);
          onName(value);
        }}
        error={form.errors.username}
        autoComplete="username"
        maxLength={128}
      />
      <PasswordField
        {...form.field("password")}
        label="密码"
        autoComplete="current-password"
        aside={
          <a className="link" href={forgotHref}>
            忘记密码
          </a>
        }
      />
      <CaptchaField
        captcha={captcha}
        label="验证码"
        error={form.errors.captcha}
        onChange={() => form.clear("captcha")}
      />
      <CheckField name="rememberMe" isChecked={isRemembered} onChange={setRemembered}>
        {REMEMBER_DAYS} 天内免登录（请勿在公用电脑上勾选）
      </CheckField>
      <SubmitButton
        isBusy={form.isBusy || isDone}
        label="登录"
        busyLabel="正在登录"
        message={form.message}
      />
    </form>
  );
}
