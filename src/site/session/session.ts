import { useSyncExternalStore } from "react";
import { ApiError, callApi, isUnanswered } from "./http.ts";
import { onTokenChange, readToken, removeToken, writeToken } from "./token.ts";

/** `user` of GET /getInfo (product 4.2); `avatar` is a path below the API or empty. */
export type VisitorUser = {
  userId: number;
  userName: string;
  nickName: string;
  avatar: string;
  phoneMasked?: string;
  userType?: string;
  isMember?: boolean;
  memberNo?: string | null;
  memberLevel?: string | null;
  memberExpire?: string | null;
  /** Day on which the account is closed, where its owner has asked for that. */
  closesOn?: string | null;
  /** The password is still the first one: little else is answered until it is another. */
  mustChangePassword?: boolean | undefined;
};

/** unknown: on the server and until getInfo answered. */
export type Visitor = {
  state: "unknown" | "guest" | "member";
  user?: VisitorUser;
  roles: string[];
  permissions: string[];
  /** There is a token, and nobody could be asked whose it is. */
  isUnreached?: true;
};

type Info = {
  user: VisitorUser;
  isDefaultModifyPwd?: boolean;
  roles?: string[];
  permissions?: string[];
};

const UNKNOWN: Visitor = { state: "unknown", roles: [], permissions: [] };
const GUEST: Visitor = { state: "guest", roles: [], permissions: [] };

/** specification 4: a user without roles gets this one, and no permission. */
const DEFAULT_ROLES = ["ROLE_DEFAULT"];

let visitor: Visitor = UNKNOWN;
/** Whose token `visitor` was asked for with. */
let askedWith: string | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function show(next: Visitor): void {
  visitor = next;
  if (next.state !== "unknown") delete document.documentElement.dataset.token;
  for (const listener of listeners) listener();
}

/** Logs in: keeps the token (for `days`, or until the browser closes) and asks who it belongs to. */
export function setToken(token: string, days?: number): void {
  writeToken(token, days);
  void refreshVisitor();
}

/** Forgets the token, user, roles and permissions. */
export const clearToken = removeToken;

/** Asks getInfo again, for example after the nickname changed. */
export function refreshVisitor(): Promise<void> {
  const asked = ask().finally(() => {
    if (loading === asked) loading = undefined;
  });
  loading = asked;
  return asked;
}

async function ask(): Promise<void> {
  const token = readToken();
  if (!token) return show(GUEST);
  try {
    const {
      user: known,
      isDefaultModifyPwd: mustChangePassword,
      roles = [],
      permissions = [],
    } = await callApi<Info>("GET", "/getInfo");
    if (readToken() !== token) return;
    const user = { ...known, mustChangePassword };
    askedWith = token;
    show(
      roles.length > 0
        ? { state: "member", user, roles, permissions }
        : { state: "member", user, roles: DEFAULT_ROLES, permissions: [] },
    );
  } catch (error) {
    // A dead token was forgotten by callApi. Out of reach: who it is cannot be said, so a guest.
    if (!(error instanceof ApiError)) throw error;
    if (readToken() === undefined) show(GUEST);
    else if (readToken() === token)
      show(isUnanswered(error) ? { ...GUEST, isUnreached: true } : GUEST);
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0 && visitor.state === "unknown" && !loading) void refreshVisitor();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onTokenChange(() => {
  if (!readToken()) show(GUEST);
});

/** Who looks at the page. Asks getInfo once, however many parts of the page want to know. */
export function useVisitor(): Visitor {
  return useSyncExternalStore(
    subscribe,
    () => visitor,
    () => UNKNOWN,
  );
}

/** The same outside of React. */
export const visitorNow = (): Visitor => visitor;

/** The token that `visitorNow` belongs to; undefined until somebody was logged in. */
export const visitorToken = (): string | undefined => askedWith;

/** specification 4: empty falls back to a default picture, otherwise the API path goes before it. */
export function avatarUrl(avatar: string | undefined): string {
  if (!avatar) return "/avatar.svg";
  return /^https?:\/\//.test(avatar) ? avatar : `/prod-api${avatar}`;
}
