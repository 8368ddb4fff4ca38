import { type ReactElement, Suspense, useEffect, useRef, useState } from "react";
import { CloseIcon } from "../drawings/icons.tsx";
import { settleLogIn } from "../session/member-session.ts";
import { useVisitor, type VisitorUser } from "../session/session.ts";
import { LogInWays } from "./log-in-ways.tsx";
import MfaForm from "./mfa-form.later.tsx";
import "./log-in-again.css";

/**
 * The log-in over a page whose session has ended: a modal <dialog>, the page below stays as it is. The
 * calls that wait go on when the same person is back.
 */
export default function LogInAgain({
  user,
  helpPhone,
}: {
  readonly user: VisitorUser;
  readonly helpPhone: string;
}): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [ticket, setTicket] = useState("");
  const visitor = useVisitor();
  const now = visitor.user?.userId;
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The name is there already.
    element?.querySelector<HTMLElement>('[name="password"]')?.focus();
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (now !== undefined) settleLogIn(now === user.userId);
  }, [now, user.userId]);
  return (
    <dialog
      ref={dialog}
      className="log-in-again"
      aria-labelledby="log-in-again-title"
      onCancel={(event) => {
        // An open list of the browser's own in a field is no reason to go.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        settleLogIn(false);
      }}
    >
      <div className="log-in-again-head">
        <h2 id="log-in-again-title">{ticket ? "两步验证" : "登录状态已过期"}</h2>
        <button type="button" aria-label="暂不登录" onClick={() => settleLogIn(false)}>
          <CloseIcon size={22} />
        </button>
      </div>
      <p>{ticket ? "这个账号开启了两步验证。" : "您填写的内容都还在，重新登录后会接着保存。"}</p>
      {ticket ? (
        <Suspense>
          <MfaForm ticket={ticket} onBack={() => setTicket("")} />
        </Suspense>
      ) : (
        <LogInWays userName={user.userName} helpPhone={helpPhone} onMfa={setTicket} />
      )}
    </dialog>
  );
}
