import type { ReactElement } from "react";
import { checkEmail } from "#src/lib/people/email.ts";
import { checkSmsCode } from "#src/lib/people/phone.ts";
import { Field, SubmitButton } from "#src/site/form/form.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { OwnCodeField } from "#src/site/personal/own-code-field.tsx";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Props = {
  readonly userId: number;
  readonly helpPhone: string;
  readonly onDone: () => void;
};

/** The new mail address with the code that came to it. */
export function MailForm({ userId, helpPhone, onDone }: Props): ReactElement {
  const form = useForm({ email: "", code: "" });
  const onSubmit = form.submit(
    (values) => ({
      email: checkEmail(values.email),
      code: checkSmsCode(values.code) && "请输入6位邮箱验证码",
    }),
    async (body) => {
      await callAsMember(userId, "PUT", "/system/user/profile/contact/email", { body });
      showToast("邮箱已绑定");
      onDone();
    },
  );
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <Field
        {...form.field("email")}
        label="新邮箱"
        help="用来接收票据、会员证和通知"
        autoComplete="email"
        inputMode="email"
        maxLength={64}
      />
      <OwnCodeField
        userId={userId}
        form={form}
        name="code"
        label="邮箱验证码"
        scene="bindEmail"
        to={() => ({
          problems: { email: checkEmail(form.values.email) },
          body: { email: form.values.email },
        })}
        helpPhone={helpPhone}
      />
      <SubmitButton
        isBusy={form.isBusy}
        label="绑定邮箱"
        busyLabel="正在保存"
        message={form.message}
      />
    </form>
  );
}
