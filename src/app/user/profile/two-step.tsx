import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { type FormEvent, type ReactNode, useState } from "react";
import { updateAccount } from "#src/office/account/account.ts";
import { ApiError, call, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";

type State = { data: { isOn: boolean; recoveryCodesLeft: number } };
type Begun = { data: { secret: string; uri: string; qr: string } };
type Done = { data: { recoveryCodes: string[] } };

const URL = "/system/user/profile/totp";

/** Two-step verification: on with the password and a first code, off with a code. */
export function TwoStep() {
  const { data, error, refetch } = useQuery({
    queryKey: ["totp"],
    queryFn: () => call<State>("GET", URL, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const [begun, setBegun] = useState<Begun["data"]>();
  const [codes, setCodes] = useState<string[]>();
  const begin = useMutation({
    mutationFn: (password: string) =>
      call<Begun>("POST", URL, { body: { password }, isQuiet: true }),
    onSuccess: (answer) => setBegun(answer.data),
  });
  const confirm = useMutation({
    mutationFn: (code: string) => call<Done>("PUT", URL, { body: { code }, isQuiet: true }),
    onSuccess: async (answer) => {
      setBegun(undefined);
      setCodes(answer.data.recoveryCodes);
      updateAccount({ mustEnrol: false });
      notify.success("两步验证已开启");
      await refetch();
    },
  });
  const end = useMutation({
    mutationFn: (code: string) => call("DELETE", URL, { query: { code }, isQuiet: true }),
    onSuccess: async () => {
      setCodes(undefined);
      notify.success("两步验证已关闭");
      await refetch();
    },
  });
  // An installation without the call does not show this block; nor is it shown after other failures.
  if (error || !data) return null;
  const { isOn, recoveryCodesLeft } = data.data;

  return (
    <section className="o-block" aria-labelledby="pf-totp">
      <div className="o-block-head">
        <h2 id="pf-totp">两步验证</h2>
        <span className="pf-state">
          <i className={`o-dot ${isOn ? "o-dot-green" : "o-dot-amber"}`} aria-hidden="true" />
          {isOn ? "已开启" : "未开启"}
        </span>
      </div>
      <div className="o-block-body pf-form">
        {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
        {!isOn && !begun && (
          <Step
            text="开启后，登录时除密码外还需输入手机身份验证应用上的 6 位数字。先输入登录密码："
            label="登录密码"
            ok="开启两步验证"
            isSecret
            failure={begin.error}
            isBusy={begin.isPending}
            onSend={(password) => begin.mutate(password)}
          />
        )}
        {begun && (
          <>
            <img className="pf-qr" src={begun.qr} alt="两步验证二维码" width={168} height={168} />
            <p className="o-note">
              用身份验证应用扫描二维码，或手动输入密钥 <code>{begun.secret}</code>
            </p>
            <Step
              text="再输入应用上显示的数字，确认已添加："
              label="6 位数字"
              ok="确认开启"
              failure={confirm.error}
              isBusy={confirm.isPending}
              onSend={(code) => confirm.mutate(code)}
            />
          </>
        )}
        {isOn && (
          <Step
            text={`还有 ${recoveryCodesLeft} 个恢复码可用。要关闭两步验证，请输入当前的 6 位数字或一个恢复码：`}
            label="验证码或恢复码"
            ok="关闭两步验证"
            isDanger
            failure={end.error}
            isBusy={end.isPending}
            onSend={(code) => end.mutate(code)}
          />
        )}
      </div>
    </section>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <div className="pf-codes">
      <strong>请妥善保存恢复码</strong>
      <p className="o-note">手机不在身边时，每个恢复码可以代替验证码登录一次。它们只显示这一次。</p>
      <pre>{codes.join("\n")}</pre>
      <Button size="small" onClick={onKept}>
        我已保存
      </Button>
    </div>
  );
}

function Step({
  text,
  label,
  ok,
  isSecret = false,
  isDanger = false,
  failure,
  isBusy,
  onSend,
}: {
  text: ReactNode;
  label: string;
  ok: string;
  isSecret?: boolean;
  isDanger?: boolean;
  failure: unknown;
  isBusy: boolean;
  onSend: (value: string) => void;
}) {
  const [value, setValue] = useState("");
  const Field = isSecret ? Input.Password : Input;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== "") onSend(value.trim());
  };
  const problem = failure instanceof ApiError ? failure.message : undefined;
  if (failure && !problem) report(failure);
  return (
    <form onSubmit={send}>
      <p>{text}</p>
      <div className="pf-step">
        <Field
          aria-label={label}
          autoComplete={isSecret ? "current-password" : "one-time-code"}
          maxLength={128}
          value={value}
          status={problem ? "error" : ""}
          onChange={(event) => setValue(event.target.value)}
        />
        <Button htmlType="submit" danger={isDanger} loading={isBusy}>
          {ok}
        </Button>
      </div>
      <p className="o-problem" role="alert">
        {problem}
      </p>
    </form>
  );
}
