import { type ReactElement, useState } from "react";
import { checkSmsCode } from "#src/lib/people/phone.ts";
import { CheckField, PasswordField, SubmitButton } from "#src/site/form/form.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { OwnCodeField } from "#src/site/personal/own-code-field.tsx";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { refreshVisitor } from "#src/site/session/session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Answer = {
  days: number;
  askedAt: string | null;
  dueAt: string | null;
  obstacle: string;
  hasPhone: boolean;
};
type Props = { readonly userId: number; readonly phone: string };

const PATH = "/api/bll/personal/closure";

/** Leaving: what goes, what stays, and the way back within fifteen days. */
export function Closure({ userId, phone }: Props): ReactElement {
  const { answer, problem, reload } = useOwn<Answer>(userId, PATH);
  const [isAsking, setAsking] = useState(false);
  const done = async () => {
    setAsking(false);
    await Promise.all([reload(), refreshVisitor()]);
  };
  return (
    <section aria-labelledby="privacy-closure">
      <h2 id="privacy-closure">注销账号</h2>
      <OwnProblem
        problem={problem}
        hasAnswer={answer !== undefined}
        waiting="正在读取账号状态"
        reload={reload}
      />
      {answer?.dueAt ? (
        <Pending userId={userId} dueAt={answer.dueAt} onDone={done} />
      ) : answer ? (
        <>
          <ul className="privacy-what">
            <li>{`申请后有 ${answer.days} 天时间考虑，期间可以照常登录，随时撤销。`}</li>
            <li>
              到期后删除：手机号、邮箱、头像、证件号码、申请表内容、消息、登录状态和没有用作凭证的文件；会籍终止，会员证失效。
            </li>
            <li>
              依法保留：缴费和票据记录、会员编号和会期（姓名只留姓氏）、安全日志。手机号和用户名可以重新注册。
            </li>
            <li>有正在办理的申请、没有办结的款项或退款时，需要先办结。</li>
          </ul>
          {answer.obstacle ? (
            <p className="privacy-obstacle" role="status">
              {`现在还不能注销：${answer.obstacle}。`}
            </p>
          ) : isAsking ? (
            <AskForm userId={userId} phone={phone} hasPhone={answer.hasPhone} onDone={done} />
          ) : (
            <button type="button" className="btn btn-outline" onClick={() => setAsking(true)}>
              申请注销账号
            </button>
          )}
        </>
      ) : null}
    </section>
  );
}

type Done = { readonly userId: number; readonly onDone: () => Promise<void> };

function Pending({ userId, dueAt, onDone }: Done & { readonly dueAt: string }) {
  const [isBusy, setBusy] = useState(false);
  const withdraw = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await callAsMember(userId, "PUT", `${PATH}/withdraw`);
      showToast("已撤销，您的账号会继续保留");
    } catch (error) {
      showToast(errorText(error), "error");
    } finally {
      await onDone();
      setBusy(false);
    }
  };
  return (
    <div className="privacy-obstacle">
      <p>{`您的账号将于 ${dueAt.slice(0, 16)} 注销。在此之前可以撤销。`}</p>
      <button
        type="button"
        className="btn btn-primary"
        aria-disabled={isBusy}
        onClick={() => void withdraw()}
      >
        撤销注销
      </button>
    </div>
  );
}

function AskForm({
  userId,
  phone,
  hasPhone,
  onDone,
}: Done & { readonly phone: string; readonly hasPhone: boolean }) {
  const form = useForm({ password: "", code: "" });
  const [isSure, setSure] = useState(false);
  const onSubmit = form.submit(
    ({ password, code }) => ({
      password: password === "" ? "请输入登录密码" : undefined,
      code: hasPhone ? checkSmsCode(code) : undefined,
      isSure: isSure ? undefined : "请先确认",
    }),
    async (body) => {
      await callAsMember(userId, "POST", PATH, { body });
      showToast("已申请注销账号");
      await onDone();
    },
  );
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <PasswordField
        {...form.field("password")}
        label="登录密码"
        help="为确认是您本人操作"
        autoComplete="current-password"
      />
      {hasPhone ? (
        <OwnCodeField
          userId={userId}
          form={form}
          name="code"
          label="短信验证码"
          scene="cancelAccount"
          helpPhone={phone}
        />
      ) : null}
      <CheckField
        name="isSure"
        isChecked={isSure}
        onChange={(next) => {
          setSure(next);
          form.clear("isSure");
        }}
        error={form.errors.isSure}
      >
        我已了解注销后会籍终止、个人信息删除，且不能恢复
      </CheckField>
      <SubmitButton
        isBusy={form.isBusy}
        label="申请注销"
        busyLabel="正在提交"
        message={form.message}
      />
    </form>
  );
}
