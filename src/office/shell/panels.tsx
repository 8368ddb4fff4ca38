import { QueryClientProvider } from "@tanstack/react-query";
import { Activity, memo, useEffect, useMemo } from "react";
import type { Account } from "../account/account.ts";
import { keepQueries, queriesOf } from "../calls/queries.ts";
import { atEndOf, endOthers } from "../tabs/endings.ts";
import { TabContext } from "../tabs/tab.tsx";
import { alive, type Tab } from "../tabs/tabs.ts";
import { panelId, tabId } from "../tabs/tag-bar.tsx";
import { isKept, refreshPath } from "../tabs/workspace.ts";
import { PageBoundary } from "./page-boundary.tsx";
import { PageView } from "./page-view.tsx";
import { usePanelPlace } from "./use-panel-place.ts";

/** The pages of the open tabs; the hidden ones live on with their filters, scroll and forms. */
export function Panels({
  tabs,
  active,
  account,
  knownPath,
  hasTags,
}: {
  tabs: Tab[];
  active: string;
  account: Account;
  /** Path of the document, which the server has let through. */
  knownPath: string;
  hasTags: boolean;
}) {
  const living = alive(tabs, active, isKept);
  const shown = tabs.filter((tab) => living.has(tab.path));
  const keys = shown.map(keyOf).join("\n");
  useEffect(() => {
    const kept = new Set(keys.split("\n"));
    keepQueries(kept);
    endOthers(kept);
  }, [keys]);
  return shown.map((tab) => (
    <Activity key={keyOf(tab)} mode={tab.path === active ? "visible" : "hidden"} name={tab.path}>
      <Panel
        tabKey={keyOf(tab)}
        path={tab.path}
        search={tab.search}
        isActive={tab.path === active}
        account={account}
        isKnownPath={tab.path === knownPath}
        hasTag={hasTags}
      />
    </Activity>
  ));
}

/** A refreshed tab is another page. */
const keyOf = (tab: Tab) => `${tab.path}#${tab.stamp}`;

type PanelProps = {
  tabKey: string;
  path: string;
  search: string;
  isActive: boolean;
  account: Account;
  isKnownPath: boolean;
  hasTag: boolean;
};

const Panel = memo(function Panel(props: PanelProps) {
  const { tabKey, path, search, isActive, account, isKnownPath, hasTag } = props;
  const resolved = useMemo(() => account.table.resolve(path), [account.table, path]);
  const place = useMemo(
    () => ({
      path,
      isActive,
      params: resolved?.params ?? {},
      query: Object.fromEntries(new URLSearchParams(search)),
      whenGone: (act: () => void) => atEndOf(tabKey, act),
    }),
    [path, search, isActive, resolved, tabKey],
  );
  const listeners = usePanelPlace(isActive);
  const label = hasTag ? { role: "tabpanel", "aria-labelledby": tabId(path) } : {};
  return (
    <div className="o-panel" id={panelId(path)} {...label} {...listeners}>
      <PageBoundary onRetry={() => void refreshPath(path)}>
        <QueryClientProvider client={queriesOf(tabKey)}>
          <TabContext value={place}>
            <PageView path={path} resolved={resolved} account={account} isKnownPath={isKnownPath} />
          </TabContext>
        </QueryClientProvider>
      </PageBoundary>
    </div>
  );
});
