import { type ReactElement, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { checkPhone, checkSmsCode } from "#src/lib/people/phone.ts";
import { AdviceCard, type ShownAdvice, type Topics } from "#src/site/advice/advice-card.tsx";
import { Field, SubmitButton } from "#src/site/form/form.tsx";
import { PhoneProof } from "#src/site/form/phone-proof.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { callApi } from "#src/site/session/http.ts";

type Props = { readonly phone: string; readonly topics: Topics };

/** Number, phone and code; then what was asked, with the answer. */
export function AnswerArea({ phone, topics }: Props): ReactElement {
  const form = useForm({ adviceNo: "", phone: "", smsCode: "" });
  const [found, setFound] = useState<ShownAdvice>();
  const result = useRef<HTMLDivElement>(null);
  const given = new URLSearchParams(useLocation().search).get("no") ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address that brought one here
  useEffect(() => {
    if (given && form.values.adviceNo === "") form.set("adviceNo", given.slice(0, 20));
  }, []);
  useEffect(() => {
    if (found) result.current?.focus();
  }, [found]);

  const onSubmit = form.submit(
    (values) => ({
      adviceNo: values.adviceNo.trim() === "" ? "请填写咨询编号" : undefined,
      phone: checkPhone(values.phone),
      smsCode: checkSmsCode(values.smsCode),
    }),
    async (body) => {
      const { data } = await callApi<{ data: ShownAdvice }>("POST", "/api/bll/advice/find", {
        isToken: false,
        body,
      });
      setFound(data);
    },
  );

  if (found) {
    return (
      <div ref={result} tabIndex={-1} className="advice-found">
        <AdviceCard of={found} topics={topics} />
      </div>
    );
  }
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <Field
        {...form.field("adviceNo")}
        label="咨询编号"
        help="提交后显示的编号，如 Z2026110012"
        autoComplete="off"
        maxLength={20}
      />
      <PhoneProof form={form} scene="advice" help="提交咨询时填写的手机号" helpPhone={phone} />
      <SubmitButton
        isBusy={form.isBusy}
        label="查看答复"
        busyLabel="正在查找"
        message={form.message}
      />
    </form>
  );
}
