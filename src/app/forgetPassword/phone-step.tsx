import { checkPhone, checkSmsCode } from "../../lib/people/phone.ts";
import { SubmitButton } from "../../site/form/form.tsx";
import { PhoneProof } from "../../site/form/phone-proof.tsx";
import { useForm } from "../../site/form/use-form.ts";
import { callApi } from "../../site/session/http.ts";

type Props = {
  /** To call when no message comes. */
  readonly helpPhone: string;
  readonly onProved: (phone: string, resetToken: string) => void;
};

/** Step 1: a code shows that the phone is theirs. */
export function PhoneStep({ helpPhone, onProved }: Props) {
  const form = useForm({ phone: "", smsCode: "" });

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
      <PhoneProof form={form} scene="forget" help="注册时用的手机号" helpPhone={helpPhone} />
      <SubmitButton
        isBusy={form.isBusy}
        label="下一步"
        busyLabel="正在验证"
        message={form.message}
      />
    </form>
  );
}
