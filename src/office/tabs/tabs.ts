import { readJson, writeJson } from "../settings/storage.ts";

/** An open page. Its path is its identity; the query is the latest one. */
export type Tab = {
  path: string;
  /** Query with its question mark, or empty. */
  search: string;
  /** Title set by the page; the route's otherwise. */
  title: string | undefined;
  isDirty: boolean;
  /** Grows when the tab is refreshed: a new stamp is a new page. */
  stamp: number;
  /** Orders tabs by their last use. */
  usedAt: number;
};

/** Tabs that stay alive (specification 4); the one used longest ago is let go. */
export const MAX_ALIVE = 15;

/** Tabs remembered for a reload. A thousand are still well below a storage's limit. */
const MAX_REMEMBERED = 1_000;

const KEY = "office-tabs";

let clock = 0;
const tick = () => ++clock;

const fresh = (path: string, search = "", title?: string): Tab => ({
  path,
  search,
  title,
  isDirty: false,
  stamp: 0,
  usedAt: 0,
});

/** The tab of the path is the one last used; it is opened at the end where it was not there. */
export function visited(tabs: Tab[], path: string, search: string): Tab[] {
  const usedAt = tick();
  if (!tabs.some((tab) => tab.path === path)) return [...tabs, { ...fresh(path, search), usedAt }];
  return tabs.map((tab) => (tab.path === path ? { ...tab, search, usedAt } : tab));
}

export const changed = (tabs: Tab[], path: string, patch: Partial<Tab>): Tab[] =>
  tabs.map((tab) => (tab.path === path ? { ...tab, ...patch } : tab));

/** A refreshed tab forgets what its page said of itself. */
export const refreshed = (tabs: Tab[], path: string): Tab[] =>
  tabs.map((tab) =>
    tab.path === path ? { ...tab, stamp: tab.stamp + 1, isDirty: false, title: undefined } : tab,
  );

/** Paths of the tabs that a command of the context menu would close. */
export function closing(
  tabs: Tab[],
  path: string,
  what: "current" | "others" | "right" | "all",
  isPinned: (path: string) => boolean,
): string[] {
  const at = tabs.findIndex((tab) => tab.path === path);
  const chosen = tabs.filter((_tab, index) => {
    if (what === "current") return index === at;
    if (what === "others") return index !== at;
    if (what === "right") return index > at;
    return true;
  });
  return chosen.map((tab) => tab.path).filter((each) => !isPinned(each));
}

/** The tab to show when `path` closes: its right neighbour, else its left one. */
export function neighbour(tabs: Tab[], path: string, gone: string[]): Tab | undefined {
  const at = tabs.findIndex((tab) => tab.path === path);
  const stays = (tab: Tab) => !gone.includes(tab.path);
  return tabs.slice(at + 1).find(stays) ?? tabs.slice(0, Math.max(at, 0)).findLast(stays);
}

/**
 * Paths of the tabs whose pages stay alive: the open one, those with unsaved work, and the latest
 * of the others up to the limit.
 */
export function alive(
  tabs: Tab[],
  active: string,
  isKept: (path: string) => boolean,
  limit = MAX_ALIVE,
): Set<string> {
  const first = tabs.filter((tab) => tab.path === active || tab.isDirty);
  const rest = tabs
    .filter((tab) => !first.includes(tab) && tab.usedAt > 0 && isKept(tab.path))
    .sort((a, b) => b.usedAt - a.usedAt)
    .slice(0, Math.max(0, limit - first.length));
  return new Set([...first, ...rest].map((tab) => tab.path));
}

/** Tabs of this browser tab from before a reload; another person's are not shown. */
export function recallTabs(userId: number): Tab[] {
  const kept = readJson("sessionStorage", KEY) as { userId?: unknown; tabs?: unknown } | undefined;
  if (kept?.userId !== userId || !Array.isArray(kept.tabs)) return [];
  return kept.tabs.flatMap((each: unknown) => {
    const { path, search, title } = (each ?? {}) as Record<string, unknown>;
    if (typeof path !== "string" || !path.startsWith("/") || path.startsWith("//")) return [];
    return [
      fresh(
        path,
        typeof search === "string" ? search : "",
        typeof title === "string" ? title : undefined,
      ),
    ];
  });
}

export function rememberTabs(userId: number, tabs: Tab[]): void {
  const kept = tabs.slice(-MAX_REMEMBERED);
  writeJson("sessionStorage", KEY, {
    userId,
    tabs: kept.map(({ path, search, title }) => ({ path, search, title })),
  });
}
