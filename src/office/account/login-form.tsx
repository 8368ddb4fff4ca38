import { Button, Input } from "antd";
import { type FormEvent, useCallback, useEffect, useId, useState } from "react";
import { ApiError, callApi, errorText } from "../../site/session/http.ts";

type Captcha = { captchaEnabled?: boolean; uuid?: string; img?: string; text?: string };
type Answer = { token?: string; mfaToken?: string };

const captchaCall = (type: "image" | "text") =>
  callApi<Captcha>("GET", "/captchaImage", {
    isToken: false,
    query: { type: type === "text" ? type : undefined },
  });

/**
 * Log-in without leaving the page: password and captcha, then the code of the second step where the
 * account has one.
 */
export function LoginForm({
  userName,
  onDone,
  onCancel,
}: {
  userName: string;
  /** Called with the new token. */
  onDone: (token: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [name, setName] = useState(userName);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [captcha, setCaptcha] = useState<Captcha>({});
  const [ticket, setTicket] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const id = useId();

  const ask = useCallback((type: "image" | "text" = "image") => {
    setCode("");
    captchaCall(type).then(setCaptcha, (error: unknown) => setProblem(errorText(error)));
  }, []);
  useEffect(() => ask(), [ask]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ticket && (name.trim() === "" || password === "")) {
      return setProblem(name.trim() === "" ? "请输入用户名" : "请输入密码");
    }
    if (code.trim() === "" && (ticket || captcha.captchaEnabled)) return setProblem("请输入验证码");
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = ticket
        ? await send("/login/mfa", { mfaToken: ticket, code: code.trim() })
        : await send("/login", {
            username: name.trim(),
            password,
            code,
            uuid: captcha.uuid ?? "",
            mfa: true,
          });
      if (answer.mfaToken) {
        setTicket(answer.mfaToken);
        setCode("");
      } else if (answer.token) await onDone(answer.token);
    } catch (error) {
      setProblem(errorText(error));
      // Its question is used up by any answer of the server.
      if (!ticket && error instanceof ApiError && error.code !== 0) ask();
      if (ticket && errorText(error).includes("重新输入密码")) setTicket(undefined);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="o-form" onSubmit={(event) => void submit(event)} noValidate>
      {ticket ? (
        <label htmlFor={`${id}-mfa`}>
          动态验证码 <span className="o-note">身份验证应用显示的 6 位数字，或恢复码</span>
          <Input
            id={`${id}-mfa`}
            autoFocus
            autoComplete="one-time-code"
            maxLength={32}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </label>
      ) : (
        <>
          <label htmlFor={`${id}-name`}>
            用户名
            <Input
              id={`${id}-name`}
              autoComplete="username"
              maxLength={128}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <label htmlFor={`${id}-password`}>
            密码
            <Input.Password
              id={`${id}-password`}
              data-first
              autoComplete="current-password"
              maxLength={128}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </label>
          {captcha.captchaEnabled && (
            <CaptchaField
              id={`${id}-code`}
              captcha={captcha}
              code={code}
              onCode={setCode}
              onAsk={ask}
            />
          )}
        </>
      )}
      <p className="o-problem" role="alert">
        {problem}
      </p>
      <div className="o-form-actions">
        <Button onClick={onCancel}>留在此页</Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          重新登录
        </Button>
      </div>
    </form>
  );
}

const send = (path: string, body: Record<string, string | boolean>) =>
  callApi<Answer>("POST", path, { isToken: false, body });

function CaptchaField({
  id,
  captcha,
  code,
  onCode,
  onAsk,
}: {
  id: string;
  captcha: Captcha;
  code: string;
  onCode: (code: string) => void;
  onAsk: (type: "image" | "text") => void;
}) {
  return (
    <div>
      <label htmlFor={id}>
        验证码 {captcha.text && <span className="o-note">{captcha.text}</span>}
      </label>
      <div className="o-captcha">
        <Input
          id={id}
          autoComplete="off"
          maxLength={16}
          value={code}
          onChange={(event) => onCode(event.target.value)}
        />
        {captcha.img && (
          <button type="button" title="换一张" onClick={() => onAsk("image")}>
            <img
              src={`data:image/png;base64,${captcha.img}`}
              alt="图形验证码，点击换一张"
              height={40}
            />
          </button>
        )}
      </div>
      <button
        type="button"
        className="o-link"
        onClick={() => onAsk(captcha.text ? "image" : "text")}
      >
        {captcha.text ? "改用图形验证码" : "看不清？改用文字题"}
      </button>
    </div>
  );
}
