import { useCallback, useEffect, useState } from "react";
import { OwnSigns } from "#src/site/activity/own-signs.tsx";
import { ProveForm } from "#src/site/activity/prove-form.tsx";
import { callApi, errorText } from "#src/site/session/http.ts";
import { loginHref } from "#src/site/session/login-guard.ts";
import { useVisitor } from "#src/site/session/session.ts";
import { VisitorWaiting } from "#src/site/shell/visitor-waiting.tsx";
import type { OwnSign } from "../activity/wire.ts";

type Props = { readonly activityId: number; readonly phone: string };
type Shown = { code?: string; proof?: string };

const NOTHING: Shown = {};

/** The code of an order stands behind the # of its link: no server's log has it. */
const codeOfLink = (): string => {
  const code = window.location.hash.slice(1);
  return /^[\w-]{22}$/.test(code) ? code : "";
};

/** Own places in the activity: of the account, of the link, or of a telephone that is proved here. */
export function MyResult({ activityId, phone }: Props) {
  const visitor = useVisitor();
  const [shown, setShown] = useState<Shown>();
  const [signs, setSigns] = useState<OwnSign[]>();
  const [problem, setProblem] = useState("");
  const isMember = visitor.state === "member";

  useEffect(() => {
    const code = codeOfLink();
    setShown(code ? { code } : {});
  }, []);

  const read = useCallback(async () => {
    if (!shown) return;
    try {
      const { data } = await callApi<{ data: OwnSign[] }>("POST", "/api/activity/activities/sign", {
        body: { id: activityId, ...shown },
      });
      setSigns(data);
      setProblem("");
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [activityId, shown]);

  const canAsk = isMember || Boolean(shown?.code || shown?.proof);
  useEffect(() => {
    if (canAsk) void read();
  }, [canAsk, read]);

  return (
    <section className="notice-own" aria-labelledby="own">
      <h2 id="own">我的报名</h2>
      {problem ? (
        <p className="field-error" role="alert">
          <span>{problem}</span>
          <button type="button" className="link" onClick={() => void read()}>
            重新读取
          </button>
        </p>
      ) : null}
      {visitor.state === "unknown" || (canAsk && !signs && !problem) ? (
        <VisitorWaiting label="正在读取您的报名" />
      ) : null}
      {signs && signs.length > 0 ? (
        <OwnSigns signs={signs} shown={shown ?? NOTHING} onChange={read} isPaidHere />
      ) : null}
      {signs?.length === 0 ? (
        <p>
          没有找到您在本活动的报名。
          <a href={`/trainingEventMessage?id=${activityId}`}>去报名</a>
        </p>
      ) : null}
      {visitor.state === "guest" && !signs?.length ? (
        <>
          <p className="own-place-line">
            请用报名时填写的手机号查询，或
            <a href={loginHref(`/pxMessage?id=${activityId}`)}>登录</a>后查看。
          </p>
          <ProveForm
            helpPhone={phone}
            label="查询"
            onProven={({ proof }) => {
              setSigns(undefined);
              setShown({ proof });
            }}
          />
        </>
      ) : null}
    </section>
  );
}
