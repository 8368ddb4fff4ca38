import { useState } from "react";
import { checkPhone, checkSmsCode, isPhone } from "../../lib/people/phone.ts";
import { SubmitButton } from "../form/form.tsx";
import { PhoneProof } from "../form/phone-proof.tsx";
import { useForm } from "../form/use-form.ts";
import { callApi } from "../session/http.ts";
import { setToken } from "../session/session.ts";
import type { LoginAnswer } from "./password-form.tsx";

type Props = {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  /** To call when no message comes. */
  readonly helpPhone: string;
  readonly onMfa: (ticket: string) => void;
};

/** 短信登录: the captcha is the price of the code, the code opens the session. */
export function SmsForm({ phone, onPhone, helpPhone, onMfa }: Props) {
  // A user name typed on the other tab is no phone.
  const form = useForm({ phone: isPhone(phone) ? phone : "", smsCode: "" });
  const [isDone, setDone] = useState(false);

  const onSubmit = form.submit(
    (values) => ({ phone: checkPhone(values.phone), smsCode: checkSmsCode(values.smsCode) }),
    async (values) => {
      const { token, mfaToken } = await callApi<LoginAnswer>("POST", "/login", {
        isToken: false,
        body: { ...values, mfa: true },
      });
      if (mfaToken) return onMfa(mfaToken);
      setDone(true);
      if (token) setToken(token);
    },
  );

  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <PhoneProof form={form} scene="login" helpPhone={helpPhone} onPhone={onPhone} />
      <SubmitButton
        isBusy={form.isBusy || isDone}
        label="登录"
        busyLabel="正在登录"
        message={form.message}
      />
    </form>
  );
}
