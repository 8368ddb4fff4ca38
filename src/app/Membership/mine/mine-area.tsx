import { type ReactElement, useCallback, useEffect, useState } from "react";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { VisitorWaiting } from "#src/site/shell/visitor-waiting.tsx";
import type { Info } from "../../system/sign/wire.ts";
import { EndApplication } from "./end-application.tsx";
import { LinkMember } from "./link-member.tsx";
import { MemberCard } from "./member-card.tsx";
import { OwnData } from "./own-data.tsx";
import { PayForm } from "./pay-form.tsx";
import { Payments } from "./payments.tsx";
import { StatusCard } from "./status-card.tsx";
import { Timeline } from "./timeline.tsx";

type Props = { readonly userId: number; readonly phone: string };

const DONE = 7;

/** All of one's membership: what is the matter, the one next step, and what has been. */
export function MineArea({ userId, phone }: Props): ReactElement {
  const [info, setInfo] = useState<Info>();
  const [problem, setProblem] = useState("");
  const read = useCallback(async () => {
    try {
      const { data } = await callAsMember<{ data: Info }>(
        userId,
        "GET",
        "/api/system/sign/getInfo",
      );
      setInfo(data);
      setProblem("");
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [userId]);
  useEffect(() => void read(), [read]);

  if (!info) {
    return problem ? (
      <section className="mine-card" role="status">
        <h2>暂时读不到您的会籍</h2>
        <p>{problem}</p>
        <button type="button" className="btn btn-primary" onClick={() => void read()}>
          重试
        </button>
      </section>
    ) : (
      <VisitorWaiting label="正在读取您的会籍" />
    );
  }
  const { sign, member, fee, allowed } = info;
  const isOpen = sign !== null && sign.state <= 6;
  return (
    <div className="mine">
      {problem ? (
        <p className="mine-problem" role="status">{`没有读到最新的内容：${problem}`}</p>
      ) : null}
      <div className="mine-main">
        {member ? <MemberCard member={member} hasOpen={isOpen} /> : null}
        {member ? null : <LinkMember userId={userId} onLinked={read} />}
        {/* What has become a membership says no more than the card of it. */}
        {(sign && !(member && sign.state === DONE)) || !member ? (
          <StatusCard info={info} phone={phone} />
        ) : null}
        {sign && fee && allowed.includes("pay") ? (
          <PayForm
            key={info.payment?.id ?? 0}
            userId={userId}
            sign={sign}
            fee={fee}
            payment={info.payment}
            onPaid={read}
          />
        ) : null}
        <Payments payments={info.payments} />
        {member ? <OwnData userId={userId} /> : null}
        {sign && (allowed.includes("withdraw") || allowed.includes("discard")) ? (
          <EndApplication
            userId={userId}
            id={sign.id}
            isDraft={allowed.includes("discard")}
            onEnded={read}
          />
        ) : null}
      </div>
      {sign ? <Timeline sign={sign} steps={info.timeline} /> : null}
    </div>
  );
}
