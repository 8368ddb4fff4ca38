import { type ReactElement, useState } from "react";
import { checkPhone, checkSmsCode } from "#src/lib/people/phone.ts";
import { Field, PasswordField, SubmitButton } from "#src/site/form/form.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { OwnCodeField } from "#src/site/personal/own-code-field.tsx";
import { callAsMember } from "#src/site/session/member-session.ts";
import { refreshVisitor } from "#src/site/session/session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Props = {
  readonly userId: number;
  /** Whether there is one now. */
  readonly hasPhone: boolean;
  readonly helpPhone: string;
  readonly onDone: () => void;
};

/** The new phone with its code, after the password or a code of the old one. */
export function PhoneForm({ userId, hasPhone, helpPhone, onDone }: Props): ReactElement {
  const [isByCode, setByCode] = useState(false);
  const form = useForm({ password: "", oldCode: "", phone: "", code: "" });
  const onSubmit = form.submit(
    (values) => ({
      ...(isByCode
        ? { oldCode: checkSmsCode(values.oldCode) }
        : { password: values.password === "" ? "请输入登录密码" : undefined }),
      phone: checkPhone(values.phone),
      code: checkSmsCode(values.code),
    }),
    async ({ password, oldCode, phone, code }) => {
      await callAsMember(userId, "PUT", "/system/user/profile/contact/phone", {
        body: { phone, code, ...(isByCode ? { oldCode } : { password }) },
      });
      await refreshVisitor();
      showToast("手机号已更换，其他设备已退出登录");
      onDone();
    },
  );
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      {isByCode ? (
        <OwnCodeField
          userId={userId}
          form={form}
          name="oldCode"
          label="原手机号的验证码"
          scene="changePhone"
          helpPhone={helpPhone}
        />
      ) : (
        <PasswordField
          {...form.field("password")}
          label="登录密码"
          autoComplete="current-password"
        />
      )}
      {hasPhone ? (
        <button type="button" className="link own-other" onClick={() => setByCode(!isByCode)}>
          {isByCode ? "改用登录密码验证" : "忘记密码？改用原手机号验证"}
        </button>
      ) : null}
      <Field
        {...form.field("phone")}
        label="新手机号"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={20}
      />
      <OwnCodeField
        userId={userId}
        form={form}
        name="code"
        label="新手机号的验证码"
        scene={hasPhone ? "changePhone" : "bindPhone"}
        to={() => ({
          problems: { phone: checkPhone(form.values.phone) },
          body: { phone: form.values.phone },
        })}
        helpPhone={helpPhone}
      />
      <SubmitButton
        isBusy={form.isBusy}
        label={hasPhone ? "更换手机号" : "绑定手机号"}
        busyLabel="正在保存"
        message={form.message}
      />
    </form>
  );
}
