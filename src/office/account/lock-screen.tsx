import { LockOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { type FormEvent, useEffect, useId, useState } from "react";
import { ApiError, callApi, errorText } from "../../site/session/http.ts";
import { Avatar } from "../header/avatar.tsx";
import { Layer } from "../layers/layer.tsx";
import { PRODUCT, useFacts } from "../shell/facts.ts";
import { Seal } from "../shell/seal.tsx";
import { leaveFreely } from "../tabs/unsaved.ts";
import { type Account, goToLogin } from "./account.ts";
import { releaseLock } from "./lock.ts";
import { endSession } from "./sign-out.ts";

const CLOCK_MS = 5_000;

/** wire 2.1. */
const SESSION_OVER = "服务器超时，请重新登录";

/** Over everything until the password is given; the session, tabs and forms behind it go on. */
export default function LockScreen({ account }: { account: Account }) {
  const { name, badge } = useFacts();
  const { user } = account;
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const problemId = useId();

  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    if (password === "") return setProblem("密码不能为空");
    setBusy(true);
    try {
      await callApi("POST", "/unlockscreen", { body: { password } });
      releaseLock();
    } catch (error) {
      const isDead = error instanceof ApiError && error.code === 401;
      setOver(isDead);
      setProblem(isDead ? SESSION_OVER : errorText(error));
      setPassword("");
    } finally {
      setBusy(false);
    }
  };

  return (
    <Layer label="屏幕已锁定" className="o-lock">
      <Clock />
      <form className="o-lock-box" onSubmit={(event) => void unlock(event)}>
        <Avatar user={user} size={64} />
        <h1>{user.nickName || user.userName}</h1>
        <p className="o-note">屏幕已锁定，打开的页面和未保存的内容都保留着。</p>
        <input type="hidden" name="username" autoComplete="username" value={user.userName} />
        <Input.Password
          data-first
          size="large"
          prefix={<LockOutlined aria-hidden />}
          placeholder="输入登录密码解锁"
          aria-label="登录密码"
          aria-describedby={problem ? problemId : undefined}
          autoComplete="current-password"
          maxLength={128}
          status={problem ? "error" : ""}
          disabled={isOver}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setProblem(undefined);
          }}
        />
        <p id={problemId} className="o-problem" role="alert">
          {problem}
        </p>
        {isOver ? (
          <Button
            type="primary"
            size="large"
            block
            onClick={() => {
              releaseLock();
              leaveFreely();
              goToLogin();
            }}
          >
            重新登录
          </Button>
        ) : (
          <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
            解锁
          </Button>
        )}
        <button type="button" className="o-link" onClick={() => void endSession("/login")}>
          切换账号
        </button>
      </form>
      <p className="o-lock-foot">
        <Seal size={20} /> {name}
        {badge && `（${badge}）`} · {PRODUCT}
      </p>
    </Layer>
  );
}

function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("zh-CN", { timeZone: "Asia/Shanghai", ...options }).format(now);
  return (
    <div className="o-lock-clock">
      <time>{text({ hour: "2-digit", minute: "2-digit", hour12: false })}</time>
      <span>
        {text({ month: "long", day: "numeric" })}　{text({ weekday: "long" })}
      </span>
    </div>
  );
}
