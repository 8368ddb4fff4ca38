import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { keepRedirect, redirectTarget } from "../../lib/address/redirect.ts";
import { useHydrated } from "../shell/use-hydrated.ts";
import { useVisitor } from "./session.ts";

/**
 * Leaves a log-in page as soon as someone is logged in: to where they came from, else members to
 * their page and staff to their desk (product 4.9).
 */
export function useGoOn(): void {
  const { state, user } = useVisitor();
  const { search } = useLocation();
  const navigate = useNavigate();
  const userType = user?.userType;
  useEffect(() => {
    if (state !== "member") return;
    const usual = userType === "00" ? "/workbench" : "/personal";
    void navigate(redirectTarget(search) ?? usual, { replace: true });
  }, [state, userType, search, navigate]);
}

/** A link between the log-in pages that keeps `?redirect=`; the page itself is cached without it. */
export function useAccountHref(path: string): string {
  const { search } = useLocation();
  return useHydrated() ? keepRedirect(path, search) : path;
}
