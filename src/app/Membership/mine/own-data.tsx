import { type ReactElement, useState } from "react";
import { checkEmail } from "#src/lib/people/email.ts";
import { checkPhone, normalisePhone } from "#src/lib/people/phone.ts";
import { Field } from "#src/site/form/form.tsx";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { forgetTyped, hasTyped, useTypedForm } from "#src/site/form/use-typed.ts";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { OwnData as Data } from "../../member/own/wire.ts";
import { Corrections } from "./corrections.tsx";

const PATH = "/api/bll/member/own";

/** Of the form, where what is typed is kept. */
const nameOf = (userId: number) => `contact:${userId}`;

/** What the register has of oneself: one keeps the way to be reached right, and asks for the rest. */
export function OwnData({ userId }: { readonly userId: number }): ReactElement | null {
  const { answer, problem, reload } = useOwn<{ data: Data | null }>(userId, `${PATH}/data`);
  const [isEdited, setEdited] = useState(() => hasTyped(nameOf(userId)));
  const data = answer?.data;
  if (data === null) return null;
  const isUnit = data?.memberType === "02";
  return (
    <section className="mine-data" aria-labelledby="mine-data">
      <h2 id="mine-data">会员资料</h2>
      <OwnProblem
        problem={problem}
        hasAnswer={data !== undefined}
        waiting="正在读取您的会员资料"
        reload={reload}
      />
      {data ? (
        <>
          <dl>
            <Line name={isUnit ? "单位名称" : "姓名"} value={data.name} />
            {isUnit ? (
              <Line name="统一社会信用代码" value={data.creditCode} />
            ) : (
              <Line name="证件号码" value={data.idNo} />
            )}
            <Line name="手机号码" value={data.phone} />
            <Line name="电子邮箱" value={data.email} />
            <Line name="所在地区" value={data.regionName} />
            <Line name="通信地址" value={data.address} />
            {isUnit ? null : <Line name="工作单位" value={data.workUnit} />}
          </dl>
          {isEdited ? (
            <ContactForm
              userId={userId}
              data={data}
              onDone={async () => {
                setEdited(false);
                await reload();
              }}
              onLeft={() => {
                forgetTyped(nameOf(userId));
                setEdited(false);
              }}
            />
          ) : (
            <div className="mine-ways">
              <button type="button" className="btn btn-outline" onClick={() => setEdited(true)}>
                修改联系方式
              </button>
            </div>
          )}
          <Corrections userId={userId} data={data} onChanged={reload} />
        </>
      ) : null}
    </section>
  );
}

const Line = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value || "没有登记"}</dd>
  </div>
);

type FormProps = {
  readonly userId: number;
  readonly data: Data;
  readonly onDone: () => Promise<void>;
  readonly onLeft: () => void;
};

function ContactForm({ userId, data, onDone, onLeft }: FormProps): ReactElement {
  const { phone, email, address, workUnit, memberType } = data;
  const isUnit = memberType === "02";
  const form = useTypedForm(nameOf(userId), { phone, email, address, workUnit });
  const save = form.submit(
    (values) => ({
      phone: checkPhone(normalisePhone(values.phone)),
      email: values.email.trim() ? checkEmail(values.email) : "请填写电子邮箱",
    }),
    async ({ workUnit: unit, ...body }) => {
      await callAsMember(userId, "PUT", `${PATH}/contact`, {
        body: isUnit ? body : { ...body, workUnit: unit },
      });
      forgetTyped(nameOf(userId));
      showToast("已保存");
      await onDone();
    },
  );
  return (
    <form ref={form.formRef} className="form" noValidate onSubmit={save}>
      <Field
        {...form.field("phone")}
        label="手机号码"
        type="tel"
        autoComplete="tel-national"
        help="学会联系您用；登录用的手机号在“账号安全”里更换"
      />
      <Field {...form.field("email")} label="电子邮箱" autoComplete="email" inputMode="email" />
      <Field
        {...form.field("address")}
        label="通信地址（选填）"
        maxLength={200}
        autoComplete="street-address"
      />
      {isUnit ? null : (
        <Field
          {...form.field("workUnit")}
          label="工作单位（选填）"
          maxLength={100}
          autoComplete="organization"
        />
      )}
      <ProblemLine text={form.message} />
      <div className="mine-ways">
        <button type="submit" className="btn btn-primary" aria-disabled={form.isBusy}>
          {form.isBusy ? "正在保存…" : "保存"}
        </button>
        <button type="button" className="link" onClick={onLeft}>
          取消
        </button>
      </div>
    </form>
  );
}
