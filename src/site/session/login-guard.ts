import { useEffect } from "react";
import { useBlocker } from "react-router";
import { showToast } from "../shell/toast.tsx";
import { readToken } from "./token.ts";

/** Pages that nobody enters without having logged in (specification 2, navigation guard). */
const GUARDED = /^\/Declare(?:\/|$)/;

export const LOGIN_FIRST = "请先登录";

export const loginHref = (target: string) => `/login?redirect=${encodeURIComponent(target)}`;

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
