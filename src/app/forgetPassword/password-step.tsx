import { useEffect } from "react";
import { checkPassword, checkRepeat, passwordRule } from "../../lib/people/password.ts";
import { PasswordField, SubmitButton } from "../../site/form/form.tsx";
import { useForm } from "../../site/form/use-form.ts";
import { callApi } from "../../site/session/http.ts";

type Props = {
  readonly phone: string;
  readonly ticket: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
};

/** Step 2: the new password, within ten minutes. */
export function PasswordStep({ phone, ticket, onDone, onBack }: Props) {
  const form = useForm({ password: "", confirmPassword: "" });
  const { formRef } = form;
  useEffect(
    () => formRef.current?.querySelector<HTMLElement>('[name="password"]')?.focus(),
    [formRef],
  );

  const onSubmit = form.submit(
    ({ password, confirmPassword }) => ({
      password: checkPassword(password, { phone }),
      confirmPassword: checkRepeat(password, confirmPassword),
    }),
    async (values) => {
      await callApi("PUT", "/userResetPwd", {
        isToken: false,
        body: { ...values, resetToken: ticket },
      });
      onDone();
    },
  );

  return (
    <form className="form" method="post" noValidate ref={formRef} onSubmit={onSubmit}>
      {/* Password managers learn from it whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={phone} readOnly />
      <PasswordField
        {...form.field("password")}
        label="新密码"
        help={passwordRule()}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field("confirmPassword")}
        label="再输入一次"
        autoComplete="new-password"
      />
      <SubmitButton
        isBusy={form.isBusy}
        label="重置密码"
        busyLabel="正在提交"
        message={form.message}
      />
      {form.message ? (
        <button type="button" className="btn btn-outline" onClick={onBack}>
          重新验证手机号
        </button>
      ) : null}
    </form>
  );
}
