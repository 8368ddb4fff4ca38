import { type RefObject, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { showToast } from "../shell/toast.tsx";
import { LOGIN_FIRST, loginHref } from "./login-guard.ts";
import { useVisitor, type VisitorUser } from "./session.ts";

export type StandIn = VisitorUser | "reading" | undefined;

/**
 * Who is logged in, for a page of theirs; undefined until that is known. A guest is sent to log in and
 * comes back to `target`. Who was here when the session ended stays: what they typed is still theirs.
 * `isLeaving` is set by a page that logs out and goes elsewhere. `standIn`: who it is on this device while the server
 * cannot be asked, for a page that goes on without it.
 */
export function useMember(
  target: string,
  isLeaving?: RefObject<boolean>,
  standIn?: StandIn,
): { user: VisitorUser | undefined; hasEnded: boolean } {
  const { state, user: told, isUnreached } = useVisitor();
  const isAway = isUnreached === true && standIn !== undefined;
  const user = told ?? (isAway && standIn !== "reading" ? standIn : undefined);
  const [known, setKnown] = useState(user);
  if (user && user !== known) setKnown(user);
  const isStranger = state === "guest" && !known && !isAway;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isStranger || isLeaving?.current) return;
    showToast(LOGIN_FIRST, "error");
    void navigate(loginHref(target), { replace: true });
  }, [isStranger, target, isLeaving, navigate]);
  return { user: user ?? known, hasEnded: state === "guest" && known !== undefined && !isAway };
}
