import { Fragment, lazy, type ReactElement, type ReactNode, type RefObject, Suspense } from "react";
import { Link } from "react-router";
import { VisitorWaiting } from "../shell/visitor-waiting.tsx";
import { askLogIn, useLogInAsked } from "./member-session.ts";
import type { VisitorUser } from "./session.ts";
import { type StandIn, useMember } from "./use-member.ts";
import "../log-in/log-in-again.css";

const SECURITY = "/personal/security";

// Most sessions outlive the page.
const LogInAgain = lazy(() => import("../log-in/log-in-again.tsx"));

type Props = {
  /** Where a guest comes back to after logging in. */
  readonly target: string;
  /** Said while it is not known who is here. */
  readonly waiting: string;
  readonly helpPhone: string;
  readonly isLeaving?: RefObject<boolean>;
  /** Who it is on this device while the server cannot be asked. */
  readonly standIn?: StandIn;
  readonly children: (user: VisitorUser) => ReactNode;
};

/**
 * What a page shows to one who is logged in. When the session ends it stays with all that was typed, says
 * so, and lets the same person log in again over it; for another person it begins anew.
 */
export function MemberArea({
  target,
  waiting,
  helpPhone,
  isLeaving,
  standIn,
  children,
}: Props): ReactElement {
  const { user, hasEnded } = useMember(target, isLeaving, standIn);
  const isAsked = useLogInAsked();
  if (!user) return <VisitorWaiting label={waiting} />;
  return (
    <>
      {hasEnded && !isLeaving?.current ? (
        <div className="session-ended" role="status">
          <span>登录状态已过期，页面上填写的内容都还在。</span>
          <button
            type="button"
            className="btn btn-primary btn-small"
            onClick={() => void askLogIn()}
          >
            重新登录
          </button>
        </div>
      ) : null}
      {user.mustChangePassword && target !== SECURITY ? (
        <div className="session-ended" role="status">
          <span>您的密码还是初始密码，修改后才能办理业务。</span>
          <Link to={SECURITY} className="btn btn-primary btn-small">
            修改密码
          </Link>
        </div>
      ) : null}
      <Fragment key={user.userId}>{children(user)}</Fragment>
      {isAsked ? (
        <Suspense fallback={null}>
          <LogInAgain user={user} helpPhone={helpPhone} />
        </Suspense>
      ) : null}
    </>
  );
}
