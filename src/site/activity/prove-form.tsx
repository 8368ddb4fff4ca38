import type { ReactElement } from "react";
import { checkPhone, checkSmsCode } from "../../lib/people/phone.ts";
import { SubmitButton } from "../form/form.tsx";
import { PhoneProof } from "../form/phone-proof.tsx";
import { useForm } from "../form/use-form.ts";
import { callApi } from "../session/http.ts";

export type Proven = { phone: string; proof: string };

type Props = {
  /** To call when no message comes. */
  readonly helpPhone: string;
  readonly label: string;
  readonly onProven: (proven: Proven) => void;
};

/** A visitor without an account proves a telephone. */
export function ProveForm({ helpPhone, label, onProven }: Props): ReactElement {
  const form = useForm({ phone: "", smsCode: "" });
  const onSubmit = form.submit(
    (values) => ({ phone: checkPhone(values.phone), smsCode: checkSmsCode(values.smsCode) }),
    async (values) => {
      const path = "/api/activity/activities/prove";
      const options = { isToken: false, body: values };
      const { proof } = await callApi<{ proof: string }>("POST", path, options);
      onProven({ phone: values.phone, proof });
    },
  );
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <PhoneProof form={form} scene="activity" helpPhone={helpPhone} />
      <SubmitButton
        isBusy={form.isBusy}
        label={label}
        busyLabel="正在验证"
        message={form.message}
      />
    </form>
  );
}
