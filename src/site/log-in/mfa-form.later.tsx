import { useEffect, useState } from "react";
import { Field, SubmitButton } from "../form/form.tsx";
import { useForm } from "../form/use-form.ts";
import { callApi } from "../session/http.ts";
import { setToken } from "../session/session.ts";

type Props = {
  /** What POST /login gave instead of a token. */
  readonly ticket: string;
  readonly onBack: () => void;
};

/** Second step of staff whose account asks for it: a code of their app, or a recovery code. */
export default function MfaForm({ ticket, onBack }: Props) {
  const form = useForm({ code: "" });
  const [isDone, setDone] = useState(false);
  const { formRef } = form;
  useEffect(() => formRef.current?.querySelector("input")?.focus(), [formRef]);

  const onSubmit = form.submit(
    ({ code }) => ({ code: code.trim() === "" ? "请输入验证码" : undefined }),
    async ({ code }) => {
      const body = { mfaToken: ticket, code: code.trim() };
      const { token } = await callApi<{ token: string }>("POST", "/login/mfa", {
        isToken: false,
        body,
      });
      setDone(true);
      setToken(token);
    },
  );

  return (
    <form className="form" method="post" noValidate ref={formRef} onSubmit={onSubmit}>
      <Field
        {...form.field("code")}
        label="动态验证码"
        help="打开身份验证应用，输入显示的 6 位数字；也可以输入恢复码"
        autoComplete="one-time-code"
        maxLength={32}
      />
      <SubmitButton
        isBusy={form.isBusy || isDone}
        label="登录"
        busyLabel="正在登录"
        message={form.message}
      />
      <button type="button" className="btn btn-outline" onClick={onBack}>
        返回
      </button>
    </form>
  );
}
