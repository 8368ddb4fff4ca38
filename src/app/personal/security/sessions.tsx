import { type ReactElement, useState } from "react";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Session = {
  id: number;
  ipaddr: string;
  browser: string;
  os: string;
  loginTime: string;
  lastSeenTime: string;
  isCurrent: boolean;
};

const PATH = "/system/user/profile/sessions";

const deviceOf = ({ browser, os }: Session) =>
  [browser, os].filter((part) => part && part !== "Unknown").join(" · ") || "未知设备";

/** Where one is logged in, and how to end it there. */
export function Sessions({ userId }: { readonly userId: number }): ReactElement {
  const { answer, problem, reload } = useOwn<{ data: Session[] }>(userId, PATH);
  const [isBusy, setBusy] = useState(false);

  const end = async (session: Session) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await callAsMember(userId, "DELETE", `${PATH}/${session.id}`);
      showToast(`已退出 ${deviceOf(session)}`);
    } catch (error) {
      showToast(errorText(error), "error");
    } finally {
      setBusy(false);
      await reload();
    }
  };

  return (
    <section aria-labelledby="own-sessions" className="own-list">
      <h2 id="own-sessions">登录设备</h2>
      <p className="own-note">不认得的设备，请退出它并修改密码。</p>
      <OwnProblem
        problem={problem}
        hasAnswer={answer !== undefined}
        waiting="正在读取登录设备"
        reload={reload}
      />
      <ul>
        {answer?.data.map((session) => (
          <li key={session.id}>
            <div>
              <p className="own-name">
                {deviceOf(session)}
                {session.isCurrent ? <b className="own-mark">本机</b> : null}
              </p>
              <p className="own-note">
                {[session.ipaddr, `登录 ${session.loginTime.slice(0, 16)}`]
                  .filter(Boolean)
                  .join(" · ")}
                <br />
                {`最近使用 ${session.lastSeenTime.slice(0, 16)}`}
              </p>
            </div>
            {session.isCurrent ? null : (
              <button
                type="button"
                className="btn btn-outline btn-small"
                aria-disabled={isBusy}
                onClick={() => void end(session)}
              >
                退出<span className="sr-only">：{deviceOf(session)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
