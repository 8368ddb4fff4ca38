import { createStore } from "../../lib/store.ts";
import { ApiError, callApi } from "../../site/session/http.ts";
import type { VisitorUser } from "../../site/session/session.ts";
import { readToken } from "../../site/session/token.ts";
import { buildRouteTable, type RouteTable, type ServerRoute } from "../menu/route-table.ts";

/** Who works in this shell, as getInfo and getRouters said when it started. */
export type Account = {
  /** The token the answers were given for; every call is checked against it. */
  token: string;
  user: VisitorUser;
  roles: string[];
  permissions: string[];
  isDefaultModifyPwd: boolean;
  isPasswordExpired: boolean;
  /** A role demands two-step verification: until it is on, the server refuses all else. */
  mustEnrol: boolean;
  table: RouteTable;
};

type Info = {
  user: VisitorUser;
  roles?: string[];
  permissions?: string[];
  isDefaultModifyPwd?: boolean;
  isPasswordExpired?: boolean;
  mustEnrol?: boolean;
};

export type Boot =
  | { state: "loading" }
  | { state: "ready"; account: Account }
  /** Logged in, but not as staff. */
  | { state: "member"; user: VisitorUser }
  | { state: "failed"; error: unknown };

/** userType of staff (product 4.2). */
const STAFF = "00";

/** specification 4: a user without roles gets this one, and no permission. */
const DEFAULT_ROLE = "ROLE_DEFAULT";

export const bootStore = createStore<Boot>({ state: "loading" });

/** The account of a shell that is up; undefined before. */
export function currentAccount(): Account | undefined {
  const boot = bootStore.get();
  return boot.state === "ready" ? boot.account : undefined;
}

/** Leaves for the log-in page, which leads back to here. */
export function goToLogin(): void {
  const here = location.pathname + location.search;
  location.replace(`/login?redirect=${encodeURIComponent(here)}`);
}

/** Asks who is here and what they may open. Start-up with a dead token leads to the log-in page. */
export async function startBoot(): Promise<void> {
  const token = readToken();
  if (!token) return goToLogin();
  bootStore.set({ state: "loading" });
  try {
    const [info, routers] = await Promise.all([
      callApi<Info>("GET", "/getInfo"),
      callApi<{ data?: ServerRoute[] }>("GET", "/getRouters"),
    ]);
    if (info.user.userType !== STAFF) {
      bootStore.set({ state: "member", user: info.user });
      return;
    }
    const roles = info.roles ?? [];
    bootStore.set({
      state: "ready",
      account: {
        token,
        user: info.user,
        roles: roles.length > 0 ? roles : [DEFAULT_ROLE],
        permissions: roles.length > 0 ? (info.permissions ?? []) : [],
        isDefaultModifyPwd: info.isDefaultModifyPwd ?? false,
        isPasswordExpired: info.isPasswordExpired ?? false,
        mustEnrol: info.mustEnrol ?? false,
        table: tableOf(routers),
      },
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 401) goToLogin();
    else bootStore.set({ state: "failed", error });
  }
}

const tableOf = (routers: { data?: ServerRoute[] }) =>
  buildRouteTable(Array.isArray(routers.data) ? routers.data : []);

/** Menu rows were changed: the side bar shows them as they are now; if it cannot, at the next start. */
export async function refreshRoutes(): Promise<void> {
  const routers = await callApi<{ data?: ServerRoute[] }>("GET", "/getRouters").catch(
    () => undefined,
  );
  if (routers) updateAccount({ table: tableOf(routers) });
}

/** The same person has logged in again, or their data or rights were read again. */
export function updateAccount(patch: Partial<Account>): void {
  const account = currentAccount();
  if (account) bootStore.set({ state: "ready", account: { ...account, ...patch } });
}

/** Who a token belongs to; undefined when it is dead or nobody answers. */
export async function ownerOf(): Promise<Info | undefined> {
  try {
    return await callApi<Info>("GET", "/getInfo");
  } catch {
    return undefined;
  }
}
