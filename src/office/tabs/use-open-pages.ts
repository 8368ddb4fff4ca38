import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { useStore } from "../../lib/store.ts";
import type { Account } from "../account/account.ts";
import { redirectTarget } from "../menu/route-table.ts";
import {
  activeStore,
  ownAddress,
  pathOf,
  refreshPath,
  setNavigation,
  showPath,
  tabsStore,
} from "./workspace.ts";

const REFRESH = "/redirect/";

/** Follows the address: it opens tabs, and a redirecting route leads on. The only use of the router. */
export function useOpenPages({ table }: Account) {
  const { pathname, search } = useLocation();
  const isBack = useNavigationType() === "POP";
  const navigate = useNavigate();
  const tabs = useStore(tabsStore);
  const active = useStore(activeStore);

  useEffect(
    () => setNavigation((to, { replace }) => void navigate(to, { replace, flushSync: true })),
    [navigate],
  );

  useLayoutEffect(() => {
    const path = pathOf(pathname);
    const own = ownAddress(path + search);
    if (own !== path + search) {
      void navigate(own, { replace: true });
      return;
    }
    const resolved = table.resolve(path);
    const target = resolved && redirectTarget(resolved);
    if (!target || target === path) return showPath(path, search, isBack);
    // /redirect/:path(.*) opens a page afresh (specification 2).
    if (path.startsWith(REFRESH)) void refreshPath(target);
    void navigate(target + search, { replace: true });
  }, [pathname, search, isBack, table, navigate]);

  return { tabs, active };
}
