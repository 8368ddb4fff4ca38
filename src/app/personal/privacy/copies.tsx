import { type ReactElement, useEffect, useState } from "react";
import { checkSmsCode } from "#src/lib/people/phone.ts";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import { Field, PasswordField, SubmitButton } from "#src/site/form/form.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { OwnCodeField } from "#src/site/personal/own-code-field.tsx";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Row = {
  id: number;
  state: number;
  stateName: string;
  bytes: number;
  askedAt: string;
  validTo: string;
};
type Answer = { rows: Row[]; hasSecondFactor: boolean };
type Props = { readonly userId: number; readonly phone: string };

const PATH = "/api/bll/personal/export";
const LOOK_MS = 3_000;

/** A copy of all that the society knows of one: asked for, made, fetched. */
export function Copies({ userId, phone }: Props): ReactElement {
  const { answer, problem, reload } = useOwn<Answer>(userId, PATH);
  const [isAsking, setAsking] = useState(false);
  const rows = answer?.rows ?? [];
  const isMaking = rows.some(({ state }) => state === 0);
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(() => void reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isMaking, reload]);

  const fetchCopy = async (id: number) => {
    try {
      const { url } = await callAsMember<{ url: string }>(userId, "GET", `${PATH}/${id}`);
      window.location.assign(url);
    } catch (error) {
      showToast(errorText(error), "error");
      await reload();
    }
  };

  return (
    <section aria-labelledby="privacy-copy" className="own-list">
      <h2 id="privacy-copy">导出我的数据</h2>
      <p>
        学会保存的关于您的全部信息：账号、同意记录、入会申请、会籍、缴费和票据、消息、登录记录和文件清单，做成一个压缩包（JSON
        和 PDF），一般几分钟内完成，保留 7 天。里面有完整的证件号码，请妥善保管。
      </p>
      <OwnProblem
        problem={problem}
        hasAnswer={answer !== undefined}
        waiting="正在读取导出记录"
        reload={reload}
      />
      {rows.length > 0 ? (
        <ul aria-live="polite">
          {rows.map((row) => (
            <li key={row.id}>
              <div>
                <p className="own-name">{`${row.askedAt.slice(0, 16)} 的数据`}</p>
                <p className="own-note">
                  {row.state === 1
                    ? `${sizeText(row.bytes)}，${row.validTo.slice(0, 16)} 前可以下载`
                    : row.stateName}
                </p>
              </div>
              {row.state === 1 ? (
                <button
                  type="button"
                  className="btn btn-primary btn-small"
                  onClick={() => void fetchCopy(row.id)}
                >
                  下载
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {isAsking ? (
        <AskForm
          userId={userId}
          phone={phone}
          hasSecondFactor={answer?.hasSecondFactor ?? false}
          onDone={() => {
            setAsking(false);
            void reload();
          }}
        />
      ) : (
        <button
          type="button"
          className="btn btn-outline"
          aria-disabled={isMaking}
          onClick={() => isMaking || setAsking(true)}
        >
          导出我的数据
        </button>
      )}
    </section>
  );
}

type AskProps = Props & { readonly hasSecondFactor: boolean; readonly onDone: () => void };

/** Who asks shows who they are: by the code of their app where they use one, else by password or message. */
function AskForm({ userId, phone, hasSecondFactor, onDone }: AskProps) {
  const [isByMessage, setByMessage] = useState(false);
  const isByCode = hasSecondFactor || isByMessage;
  const form = useForm({ password: "", code: "" });
  const problems = ({ password, code }: typeof form.values) => {
    if (hasSecondFactor) return { code: code.trim() === "" ? "请输入两步验证码" : undefined };
    if (isByMessage) return { code: checkSmsCode(code) };
    return { password: password === "" ? "请输入登录密码" : undefined };
  };
  const onSubmit = form.submit(problems, async ({ password, code }) => {
    const body = isByCode ? { code: code.trim() } : { password };
    await callAsMember(userId, "POST", PATH, { body });
    showToast("已开始制作，完成后会通知您");
    onDone();
  });
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      {hasSecondFactor ? (
        <Field
          {...form.field("code")}
          label="两步验证码"
          help="打开身份验证应用，输入显示的 6 位数字；也可以输入恢复码"
          autoComplete="one-time-code"
          maxLength={32}
        />
      ) : isByMessage ? (
        <OwnCodeField
          userId={userId}
          form={form}
          name="code"
          label="短信验证码"
          scene="exportData"
          helpPhone={phone}
        />
      ) : (
        <PasswordField
          {...form.field("password")}
          label="登录密码"
          help="为确认是您本人操作"
          autoComplete="current-password"
        />
      )}
      {hasSecondFactor ? null : (
        <button type="button" className="link own-other" onClick={() => setByMessage(!isByMessage)}>
          {isByMessage ? "改用登录密码验证" : "忘记密码？改用短信验证码"}
        </button>
      )}
      <SubmitButton
        isBusy={form.isBusy}
        label="开始导出"
        busyLabel="正在提交"
        message={form.message}
      />
    </form>
  );
}
