import { type ReactElement, useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { ProveForm } from "#src/site/activity/prove-form.tsx";
import { spanText } from "#src/site/activity/times.ts";
import { callApi, errorText } from "#src/site/session/http.ts";
import { loginHref } from "#src/site/session/login-guard.ts";
import { useVisitor } from "#src/site/session/session.ts";
import { VisitorWaiting } from "#src/site/shell/visitor-waiting.tsx";
import type { Arrived, RoomEvent } from "../../activity/self/wire.ts";
import { Result, type Shown } from "../result.tsx";

const PATH = "/api/activity/self";
const MAX_CODE = 100;

/** Says which activity it is, and checks in the person: by the account, or by a telephone that is proved here. */
export function SelfDoor({ helpPhone }: { readonly helpPhone: string }): ReactElement {
  const [search] = useSearchParams();
  const c = (search.get("c") ?? "").slice(0, MAX_CODE);
  const [event, setEvent] = useState<RoomEvent>();
  const [problem, setProblem] = useState("");
  const read = useCallback(async () => {
    try {
      const { data } = await callApi<{ data: RoomEvent }>("GET", `${PATH}/event`, { query: { c } });
      setEvent(data);
      setProblem("");
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [c]);
  useEffect(() => void read(), [read]);

  if (problem) {
    return (
      <section className="door-card">
        <h2>不能签到</h2>
        <p role="alert">{problem}</p>
        <button type="button" className="btn btn-outline" onClick={() => void read()}>
          重试
        </button>
      </section>
    );
  }
  if (!event) return <VisitorWaiting label="正在读取活动" />;
  return (
    <>
      <header className="door-head">
        <h2>{event.title}</h2>
        <p>{[spanText(event.startAt, event.endAt), event.place].filter(Boolean).join(" · ")}</p>
      </header>
      {event.problem ? (
        <section className="door-card">
          <p role="alert">{event.problem}</p>
          <button type="button" className="btn btn-outline" onClick={() => void read()}>
            重新查看
          </button>
        </section>
      ) : (
        <Arrive c={c} helpPhone={helpPhone} />
      )}
    </>
  );
}

function shownOf({ outcome, text, name, unit, seatNo }: Arrived): Shown {
  const tone = outcome === "in" ? "good" : outcome === "again" ? "warn" : "bad";
  const lines = [name, unit, seatNo && `座位 ${seatNo}`, outcome === "in" ? "" : text];
  return { tone, lines: lines.filter(Boolean) };
}

function Arrive({
  c,
  helpPhone,
}: {
  readonly c: string;
  readonly helpPhone: string;
}): ReactElement {
  const { state, user } = useVisitor();
  const [shown, setShown] = useState<Shown>();
  const [isFound, setFound] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isOther, setOther] = useState(false);
  /** A telephone that was proved, and whose check-in did not arrive: it is not asked for once more. */
  const [unheard, setUnheard] = useState<string>();

  const arrive = async (proof?: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { data } = await callApi<{ data: Arrived }>("POST", `${PATH}/arrive`, {
        body: { c, ...(proof ? { proof } : {}) },
      });
      setUnheard(undefined);
      setShown(shownOf(data));
      setFound(data.outcome !== "unknown");
      setOther(data.outcome === "unknown");
    } catch (error) {
      setUnheard(proof);
      setShown({ tone: "bad", lines: [errorText(error)] });
    } finally {
      setBusy(false);
    }
  };

  if (state === "unknown") return <VisitorWaiting label="正在读取您的账号" />;
  return (
    <>
      {shown ? <Result shown={shown} /> : null}
      {isFound ? null : unheard ? (
        <section className="door-card">
          <p>手机号已经验证，签到还没有完成。</p>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={isBusy}
            onClick={() => void arrive(unheard)}
          >
            {isBusy ? "正在签到" : "重试签到"}
          </button>
          <p>
            <button type="button" className="link" onClick={() => setUnheard(undefined)}>
              换一个手机号验证
            </button>
          </p>
        </section>
      ) : user && !isOther ? (
        <section className="door-card">
          <p>
            您已登录：{user.nickName}
            {user.phoneMasked ? `（${user.phoneMasked}）` : ""}
          </p>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={isBusy}
            onClick={() => void arrive()}
          >
            {isBusy ? "正在签到" : "签到"}
          </button>
          <p>
            <button type="button" className="link" onClick={() => setOther(true)}>
              报名用的是其他手机号
            </button>
          </p>
        </section>
      ) : (
        <section className="door-card">
          <h2>验证报名手机号</h2>
          {user ? (
            <p>
              <button type="button" className="link" onClick={() => setOther(false)}>
                用当前账号签到
              </button>
            </p>
          ) : (
            <p className="door-note">
              请用报名时填写的手机号验证，或
              <a className="link" href={loginHref(`/checkin/self?c=${c}`)}>
                登录
              </a>
              后签到。
            </p>
          )}
          <ProveForm
            helpPhone={helpPhone}
            label="验证并签到"
            onProven={({ proof }) => void arrive(proof)}
          />
        </section>
      )}
    </>
  );
}
