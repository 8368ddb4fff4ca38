import { checkPhone, checkSmsCode } from "../../lib/validators.ts";
import { CaptchaField, CodeField, Field, SubmitButton } from "../../site/form.tsx";
import { callApi } from "../../site/http.ts";
import { useCaptcha } from "../../site/use-captcha.ts";
import { useCodeSender } from "../../site/use-code-sender.ts";
import { useForm } from "../../site/use-form.ts";

type Props = {
  /** To call when no message comes. */
  readonly helpPhone: string;
  readonly onProved: (phone: string, resetToken: string) => void;
};

/** Step 1: a code shows that the phone is theirs. */
export function PhoneStep({ helpPhone, onProved }: Props) {
  const form = useForm({ phone: "", smsCode: "" });
  const captcha = useCaptcha();
  const sender = useCodeSender("forget", form, captcha);

  const onSubmit = form.submit(
    ({ phone, smsCode }) => ({ phone: checkPhone(phone), smsCode: checkSmsCode(smsCode) }),
    async ({ phone, smsCode }) => {
      try {
        const { data } = await callApi<{ data: { resetToken: string } }>(
          "PUT",
          "/userResetPwdCheck",
          { isToken: false, body: { phone, code: smsCode } },
        );
        onProved(phone, data.resetToken);
      } catch (error) {
        form.fail(error, { code: "smsCode" });
      }
    },
  );

  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <Field
        name="phone"
        label="手机号"
        type="tel"
        value={form.values.phone}
        onChange={(value) => form.set("phone", value)}
        error={form.errors.phone}
        help="注册时用的手机号"
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
      <SubmitButton
        isBusy={form.isBusy}
        label="下一步"
        busyLabel="正在验证"
        message={form.message}
      />
    </form>
  );
}
