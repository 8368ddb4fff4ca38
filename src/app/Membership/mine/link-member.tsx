import { type ReactElement, useEffect, useState } from "react";
import { Field } from "#src/site/form/form.tsx";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Props = { readonly userId: number; readonly onLinked: () => Promise<void> };

const PATH = "/api/bll/member/own";

/** Who stands in the society's older books with this telephone says the name, and has the membership here. */
export function LinkMember({ userId, onLinked }: Props): ReactElement | null {
  const [memberNo, setMemberNo] = useState("");
  const form = useForm({ name: "" });
  useEffect(() => {
    callAsMember<{ data: { memberNo: string } }>(userId, "GET", `${PATH}/match`)
      .then(({ data }) => setMemberNo(data.memberNo))
      // Without an answer the page is what it is for everybody else.
      .catch(() => undefined);
  }, [userId]);
  if (memberNo === "") return null;
  const link = form.submit(
    ({ name }) => ({ name: name.trim() ? undefined : "请填写登记的姓名或单位名称" }),
    async (values) => {
      await callAsMember(userId, "POST", `${PATH}/link`, { body: values });
      showToast("已核准，会籍已关联到您的账号");
      await onLinked();
    },
  );
  return (
    <section className="mine-card">
      <h2>您可能已经是会员</h2>
      <p>
        {`名册中有一位会员（编号 ${memberNo}）登记了您的手机号码。填写登记的姓名或单位名称核准后，会籍、证书和续会都在这里办理。`}
      </p>
      <form ref={form.formRef} className="form" noValidate onSubmit={link}>
        <Field
          {...form.field("name")}
          label="登记的姓名或单位名称"
          maxLength={100}
          autoComplete="name"
        />
        <ProblemLine text={form.message} />
        <button type="submit" className="btn btn-primary" aria-disabled={form.isBusy}>
          核准并关联
        </button>
      </form>
    </section>
  );
}
