import { readablePath } from "../../lib/address/route-path.ts";
import { createStore } from "../../lib/store.ts";
import { currentAccount } from "../account/account.ts";
import { ask } from "../calls/notify.ts";
import { HOME } from "../menu/static-routes.ts";
import {
  changed,
  closing,
  neighbour,
  recallTabs,
  refreshed,
  rememberTabs,
  type Tab,
  visited,
} from "./tabs.ts";

type Go = (to: string, options: { replace: boolean }) => void;

/** The open pages, in the order of their tabs. */
export const tabsStore = createStore<Tab[]>([]);
/** Path of the page that is shown. */
export const activeStore = createStore(HOME);

let go: Go = (to) => location.assign(to);

/** The frame hands in the router's navigation: the shell navigates from anywhere by `openPath`. */
export function setNavigation(next: Go): void {
  go = next;
}

const routeOf = (path: string) => currentAccount()?.table.resolve(path)?.route;

export const isPinned = (path: string): boolean => routeOf(path)?.isAffix ?? false;
export const isKept = (path: string): boolean => routeOf(path)?.isKept ?? true;
export const tabTitle = (tab: Tab): string => tab.title ?? routeOf(tab.path)?.title ?? "无法访问";

/** An address as a tab's path: readable, without a slash at its end. */
export const pathOf = (pathname: string): string => readablePath(pathname).replace(/(.)\/+$/, "$1");

function put(tabs: Tab[]): void {
  tabsStore.set(tabs);
  const account = currentAccount();
  if (account) rememberTabs(account.user.userId, tabs);
}

/** The pinned tabs, then those from before a reload. */
export function recallWorkspace(): void {
  const account = currentAccount();
  if (!account) return;
  const pinned = account.table.routes.filter((route) => route.isAffix).map((each) => each.pattern);
  const recalled = recallTabs(account.user.userId);
  const missing = pinned.filter((path) => !recalled.some((tab) => tab.path === path));
  tabsStore.set([...missing.map(newTab), ...recalled]);
}

const newTab = (path: string): Tab => ({
  path,
  search: "",
  title: undefined,
  isDirty: false,
  stamp: 0,
  usedAt: 0,
});

/**
 * The address has changed: the page is open now and shown. Where the address would put another form in
 * the place of one with unsaved work (`?edit=` says which one a page shows; a link or the browser's way
 * back may say another), the form is shown, and asks first. `isBack`: the browser's way back or forth led
 * here, over entries that stay.
 */
export function showPath(path: string, search: string, isBack = false): void {
  const kept = heldSearch(path, search);
  put(visited(tabsStore.get(), path, kept ?? search));
  activeStore.set(path);
  if (kept !== undefined) void askToLeave(path, kept, isBack);
}

/** What the tab was looked at with, if its page is dirty and the address says something else. */
function heldSearch(path: string, search: string): string | undefined {
  const tab = tabsStore.get().find((each) => each.path === path);
  if (!tab || !dirtyParts.get(path)?.has(PAGE_PART)) return undefined;
  return isSameQuery(tab.search, search) ? undefined : tab.search;
}

function isSameQuery(a: string, b: string): boolean {
  const [first, second] = [a, b].map((search) => {
    const query = new URLSearchParams(search);
    query.sort();
    return String(query);
  });
  return first === second;
}

let isAsking = false;

/** One question, however often the address changes meanwhile: the answer is about where it is then. */
async function askToLeave(path: string, kept: string, isBack: boolean): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const isSure = await mayLose([path], "离开");
  isAsking = false;
  // Another page is shown by now: the tab keeps its form.
  if (pathOf(location.pathname) !== path) return;
  if (isSure) {
    markDirty(path, PAGE_PART, false);
    showPath(path, location.search);
  } else go(path + kept, { replace: !isBack });
}

export const patchTab = (path: string, patch: Partial<Tab>): void =>
  put(changed(tabsStore.get(), path, patch));

/** The part that is the page itself; the others are drawers and dialogs over it. */
export const PAGE_PART = "page";

/** Parts with unsaved work, by path. */
const dirtyParts = new Map<string, Set<string>>();

/** A part of a page says whether it holds unsaved work. */
export function markDirty(path: string, part: string, isDirty: boolean): void {
  const parts = dirtyParts.get(path) ?? new Set();
  if (isDirty) parts.add(part);
  else parts.delete(part);
  dirtyParts.set(path, parts);
  const tab = tabsStore.get().find((each) => each.path === path);
  if (tab && tab.isDirty !== parts.size > 0) patchTab(path, { isDirty: parts.size > 0 });
}

let lastNumber = 0;

/**
 * The address a page is opened under: one that is another page each time gets a number of its own,
 * which no other tab of this browser has, nor any from before.
 */
export function ownAddress(to: string): string {
  const [path = "", query] = to.split("?");
  const found = currentAccount()?.table.resolve(pathOf(path));
  if (!found?.route.isEach || Object.values(found.params).some(Boolean)) return to;
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
  lastNumber = Math.max(lastNumber + 1, Date.now() * 100 + (chance % 100));
  return `${pathOf(path)}/${lastNumber}${query === undefined ? "" : `?${query}`}`;
}

/**
 * Opens a page of the office, with its query if it has one. A tab that is open already is shown as
 * it was left, unless a query says otherwise.
 */
export function openPath(address: string, { replace = false } = {}): void {
  const to = ownAddress(address);
  const [path = "", query] = to.split("?");
  const open = tabsStore.get().find((tab) => tab.path === pathOf(path));
  go(query === undefined && open ? path + open.search : to, { replace });
}

/** Throws the page away and opens it again, after a question where work is unsaved. */
export async function refreshPath(path: string): Promise<void> {
  if (!(await mayLose([path], "刷新"))) return;
  dirtyParts.delete(path);
  put(refreshed(tabsStore.get(), path));
}

/**
 * Closes tabs after asking for unsaved work; the neighbour of the one that is shown follows. False
 * when nothing was closed.
 */
export async function closeTabs(
  path: string,
  what: "current" | "others" | "right" | "all" = "current",
): Promise<boolean> {
  const gone = closing(tabsStore.get(), path, what, isPinned);
  if (gone.length === 0 || !(await mayLose(gone, "关闭"))) return false;
  const tabs = tabsStore.get();
  // The address is ahead of the store while a navigation is being shown.
  const active = pathOf(location.pathname);
  const next = gone.includes(active)
    ? (neighbour(tabs, active, gone) ?? tabs.find((tab) => isPinned(tab.path)))
    : what === "others" && active !== path
      ? tabs.find((tab) => tab.path === path)
      : undefined;
  for (const each of gone) dirtyParts.delete(each);
  put(tabs.filter((tab) => !gone.includes(tab.path)));
  if (next) go(next.path + next.search, { replace: false });
  else if (gone.includes(active)) go(HOME, { replace: false });
  return true;
}

async function mayLose(paths: string[], verb: "关闭" | "刷新" | "离开"): Promise<boolean> {
  const dirty = tabsStore.get().filter((tab) => tab.isDirty && paths.includes(tab.path));
  const [first] = dirty;
  if (!first) return true;
  return ask({
    title:
      dirty.length === 1
        ? `${verb}「${tabTitle(first)}」？`
        : `${verb} ${dirty.length} 个有未保存内容的页面？`,
    text: `${dirty.map((tab) => `「${tabTitle(tab)}」`).join("")}中还有未保存的内容，${verb}后将丢失。`,
    ok: `仍要${verb}`,
    isDanger: true,
  });
}
