import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { shortTime } from "#src/lib/short-time.ts";
import { ApiError, call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { Failure } from "#src/office/shell/card.tsx";

type Session = {
  id: number;
  ipaddr: string;
  browser: string;
  os: string;
  loginTime: string;
  lastSeenTime: string;
  isCurrent: boolean;
};

const URL = "/system/user/profile/sessions";

/** Where one is logged in, and how to end it there. */
export function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey: ["sessions"],
    queryFn: () => call<{ data: Session[] }>("GET", URL, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const kick = useMutation({
    mutationFn: ({ id }: Session) => call("DELETE", `${URL}/${id}`),
    onSuccess: (_answer, session) => {
      notify.success(`已退出 ${deviceOf(session)}`);
      void refetch();
    },
  });
  // An installation without the call does not show this block.
  if (error instanceof ApiError && error.code === 404) return null;

  const askAndKick = async (session: Session) => {
    const isSure = await ask({
      title: `退出 ${deviceOf(session)} 上的登录？`,
      text: `地址 ${session.ipaddr}，登录于 ${session.loginTime.slice(0, 16)}。该设备将立即退出，如不是您本人登录，请同时修改密码。`,
      ok: "退出该设备",
      isDanger: true,
    });
    if (isSure) kick.mutate(session);
  };

  return (
    <section className="o-block" aria-labelledby="pf-sessions">
      <div className="o-block-head">
        <h2 id="pf-sessions">登录设备{data ? `（${data.data.length}）` : ""}</h2>
        <Button size="small" onClick={() => void refetch()}>
          刷新
        </Button>
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      <ul className="pf-sessions">
        {data?.data.map((session) => (
          <li key={session.id}>
            <span
              className={`o-dot ${session.isCurrent ? "o-dot-green" : ""}`}
              aria-hidden="true"
            />
            <div>
              <div>
                {deviceOf(session)} {session.isCurrent && <span className="o-kind">本次登录</span>}
              </div>
              <div className="o-note">
                {session.ipaddr} · 登录 {shortTime(session.loginTime)} · 最近使用{" "}
                {shortTime(session.lastSeenTime)}
              </div>
            </div>
            {!session.isCurrent && (
              <Button
                size="small"
                danger
                loading={kick.isPending && kick.variables.id === session.id}
                onClick={() => void askAndKick(session)}
              >
                退出该设备
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const deviceOf = ({ browser, os }: Session) =>
  [browser, os].filter(Boolean).join(" · ") || "未知设备";
