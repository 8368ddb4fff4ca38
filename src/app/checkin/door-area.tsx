import { type ReactElement, useEffect, useState } from "react";
import { MemberArea } from "#src/site/session/member-area.tsx";
import { useVisitor } from "#src/site/session/session.ts";
import { Door } from "./door.tsx";
import { waitingChecks } from "./offline/store.ts";
import { useStandIn } from "./offline/use-stand-in.ts";

type Props = {
  readonly target: string;
  /** The activity; without it there is a choice of them. */
  readonly id: number | undefined;
  readonly helpPhone: string;
};

/** The door for who is logged in; without a connection, for who was when there was one. */
export function DoorArea({ target, id, helpPhone }: Props): ReactElement {
  const standIn = useStandIn();
  const { state, isUnreached } = useVisitor();
  const isOnline = useOnline();
  const isAway = isUnreached === true && standIn !== undefined;
  const [wasHere, setWasHere] = useState(false);
  if (!wasHere && (state === "member" || (isAway && standIn !== "reading"))) setWasHere(true);
  // The log-in would not open either. Whose session ended here goes on with what is typed.
  if (state === "guest" && !isAway && !isOnline && !wasHere) return <NobodyHere />;
  return (
    <MemberArea target={target} waiting="正在读取活动" helpPhone={helpPhone} standIn={standIn}>
      {({ userId }) => <Door key={id ?? 0} userId={userId} id={id} />}
    </MemberArea>
  );
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(true);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    look();
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return isOnline;
}

function NobodyHere(): ReactElement {
  const [count, setCount] = useState(0);
  useEffect(() => void waitingChecks().then(({ length }) => setCount(length)), []);
  return (
    <section className="door-card" role="status">
      <h2>没有网络，也没有登录</h2>
      <p>联网后请登录，再打开本页。</p>
      {count > 0 ? <p>本机存有 {count} 条签到没有上传，不会丢失，登录后自动上传。</p> : null}
    </section>
  );
}
