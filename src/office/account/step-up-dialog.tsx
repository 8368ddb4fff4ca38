import { Button, Input } from "antd";
import { type FormEvent, useId, useState } from "react";
import { errorText } from "../../site/session/http.ts";
import { call } from "../calls/http.ts";
import { Layer } from "../layers/layer.tsx";
import type { Account } from "./account.ts";
import { type ProofMethod, settleProof } from "./step-up-gate.ts";

const PASSWORD = {
  label: "登录密码",
  note: "",
  empty: "请输入密码",
  field: "password",
} as const;

const CODE = {
  label: "动态验证码",
  note: "身份验证应用显示的 6 位数字，或恢复码",
  empty: "请输入验证码",
  field: "code",
} as const;

/** Asks once more who it is before a call that the server guards goes on; what is on the page stays. */
export default function StepUpDialog({
  account,
  method,
}: {
  account: Account;
  method: ProofMethod;
}) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const asked = method === "totp" ? CODE : PASSWORD;
  const Field = method === "totp" ? Input : Input.Password;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return setProblem(asked.empty);
    setBusy(true);
    setProblem(undefined);
    try {
      await call("POST", "/login/stepUp", { body: { [asked.field]: typed }, isQuiet: true });
      settleProof(true);
    } catch (error) {
      setProblem(errorText(error));
      setTyped("");
    } finally {
      setBusy(false);
    }
  };

  return (
    <Layer label="验证身份" className="o-dialog" onClose={() => settleProof(false)}>
      <h2>验证身份</h2>
      <p>这项操作比较重要，为确认是您本人，请验证后继续。页面上的内容都保留着。</p>
      <form className="o-form" onSubmit={(event) => void submit(event)} noValidate>
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={account.user.userName}
        />
        <label htmlFor={id}>
          {asked.label} {asked.note && <span className="o-note">{asked.note}</span>}
          <Field
            id={id}
            data-first
            autoComplete={method === "totp" ? "one-time-code" : "current-password"}
            maxLength={method === "totp" ? 32 : 128}
            status={problem ? "error" : ""}
            aria-describedby={`${id}-problem`}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
        </label>
        <p id={`${id}-problem`} className="o-problem" role="alert">
          {problem}
        </p>
        <div className="o-form-actions">
          <Button onClick={() => settleProof(false)}>取消</Button>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            验证并继续
          </Button>
        </div>
      </form>
    </Layer>
  );
}
