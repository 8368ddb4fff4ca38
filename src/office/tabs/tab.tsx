import { createContext, useContext, useEffect, useId } from "react";
import type { RouteParams } from "../../lib/address/route-path.ts";
import { closeTabs, markDirty, openPath, PAGE_PART, patchTab, refreshPath } from "./workspace.ts";

/** Values to put into the query; undefined and "" take a key out. */
export type QueryPatch = Record<string, string | number | undefined>;

/** A page's place. Pages of the office ask here, never the router: a hidden tab has no address bar. */
export type TabPlace = {
  path: string;
  params: RouteParams;
  query: Record<string, string>;
  /** false while another tab is shown. */
  isActive: boolean;
  /** Calls when the page goes for good: an effect's clean-up runs as well when it is hidden. */
  whenGone: (act: () => void) => void;
};

export const TabContext = createContext<TabPlace | undefined>(undefined);

/** The tab a page is shown in. Throws outside of a tab. */
export function useTab() {
  const place = useContext(TabContext);
  if (!place) throw new Error("useTab outside of a tab");
  const { path, query, isActive } = place;
  return {
    ...place,
    /** Changes the query and the address; the page stays as it is. */
    setQuery(patch: QueryPatch): void {
      const next = new URLSearchParams(query);
      for (const [key, value] of Object.entries(patch)) {
        if (value === undefined || value === "") next.delete(key);
        else next.set(key, String(value));
      }
      const search = next.size > 0 ? `?${next}` : "";
      // Known before the address changes: a page that changes its own query does not leave.
      patchTab(path, { search });
      if (isActive) openPath(`${path}${search || "?"}`, { replace: true });
    },
    /** Shown on the tab, and in the window's title where the settings say so. */
    setTitle: (title: string): void => patchTab(path, { title }),
    /** true: an amber dot, and a question before the tab is closed. */
    setDirty: (isDirty: boolean): void => markDirty(path, PAGE_PART, isDirty),
    close: (): Promise<boolean> => closeTabs(path),
    refresh: (): Promise<void> => refreshPath(path),
    /** Opens another page of the office, with its query if it has one. */
    open: (to: string): void => openPath(to),
  };
}

/**
 * Says whether a part of the page holds unsaved work; the tab is dirty while any part does. Hiding
 * the tab changes nothing, so neither does unmounting, which looks the same: a part that goes for
 * good calls the returned function.
 */
export function useDirty(isDirty: boolean): () => void {
  const path = useContext(TabContext)?.path;
  const part = useId();
  useEffect(() => {
    if (path !== undefined) markDirty(path, part, isDirty);
  }, [path, part, isDirty]);
  return () => {
    if (path !== undefined) markDirty(path, part, false);
  };
}
