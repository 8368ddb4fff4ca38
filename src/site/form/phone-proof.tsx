import type { ReactElement } from "react";
import { CaptchaField, CodeField, Field } from "./form.tsx";
import { useCaptcha } from "./use-captcha.ts";
import { useCodeSender } from "./use-code-sender.ts";
import type { Form } from "./use-form.ts";

type Props<V extends { phone: string; smsCode: string }> = {
  readonly form: Form<V>;
  /** The scene of the code: it counts for no other one. */
  readonly scene: "login" | "register" | "forget" | "activity" | "advice";
  readonly help?: string;
  /** To call when no message comes. */
  readonly helpPhone: string;
  readonly onPhone?: (phone: string) => void;
};

/** The three fields that show that a phone is theirs: number, captcha as the price of a code, code. */
export function PhoneProof<V extends { phone: string; smsCode: string }>(
  props: Props<V>,
): ReactElement {
  const { form, scene, help, helpPhone, onPhone } = props;
  const captcha = useCaptcha();
  const sender = useCodeSender(scene, form, captcha);
  return (
    <>
      <Field
        name="phone"
        label="手机号"
        type="tel"
        value={form.values.phone}
        onChange={(value) => {
          form.set("phone", value);
          onPhone?.(value);
        }}
        error={form.errors.phone}
        help={help}
        autoComplete="tel"
        inputMode="tel"
        maxLength={20}
      />
      <CaptchaField
        captcha={captcha}
        label="图形验证码"
        error={form.errors.captcha}
        onChange={() => form.clear("captcha")}
      />
      <CodeField
        sender={sender}
        value={form.values.smsCode}
        onChange={(value) => form.set("smsCode", value)}
        error={form.errors.smsCode}
        phone={helpPhone}
      />
    </>
  );
}
