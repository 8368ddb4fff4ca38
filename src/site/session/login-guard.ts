import { type RefObject, useEffect, useState } from "react";
import { useBlocker, useNavigate } from "react-router";
import { showToast } from "../shell/toast.tsx";
import { useVisitor, type VisitorUser } from "./session.ts";
import { readToken } from "./token.ts";

/** Pages that nobody enters without having logged in (specification 2, navigation guard). */
const GUARDED = /^\/Declare(?:\/|$)/;

const LOGIN_FIRST = "请先登录";

const loginHref = (target: string) => `/login?redirect=${encodeURIComponent(target)}`;

/**
 * Cancels a navigation to a guarded page while nobody is logged in, whether by a link, the history or
 * a program, and says why; the message leads to the log-in, which leads on to the page.
 */
export function useLoginGuard(): void {
  const blocker = useBlocker(
    ({ nextLocation }) => GUARDED.test(nextLocation.pathname) && !readToken(),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { pathname, search } = blocker.location;
    blocker.reset();
    showToast(LOGIN_FIRST, "error", { label: "去登录", href: loginHref(pathname + search) });
  }, [blocker]);
}

/**
 * Who is logged in, for a page of theirs; undefined until that is known. A guest is sent to log in and
 * comes back to `target`. Who was here when the session ended stays: what they typed is still theirs.
 * `isLeaving` is set by a page that logs out and goes elsewhere.
 */
export function useMember(
  target: string,
  isLeaving?: RefObject<boolean>,
): { user: VisitorUser | undefined; hasEnded: boolean } {
  const { state, user } = useVisitor();
  const [known, setKnown] = useState(user);
  if (user && user !== known) setKnown(user);
  const isStranger = state === "guest" && !known;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isStranger || isLeaving?.current) return;
    showToast(LOGIN_FIRST, "error");
    void navigate(loginHref(target), { replace: true });
  }, [isStranger, target, isLeaving, navigate]);
  return { user: user ?? known, hasEnded: state === "guest" && known !== undefined };
}
