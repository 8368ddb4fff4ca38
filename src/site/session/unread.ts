import { useSyncExternalStore } from "react";
import { callApi } from "./http.ts";
import { readToken } from "./token.ts";

let count = 0;
let askedWith: string | undefined;
const listeners = new Set<() => void>();

/** Asks how many messages are unread; who cannot be answered sees none. Browser only. */
export async function refreshUnread(): Promise<void> {
  const token = readToken();
  askedWith = token;
  const answer = await callApi<{ data: { count: number } }>("GET", "/api/bll/message/unread", {
    isUnattended: true,
  }).catch(() => undefined);
  if (readToken() !== token) return;
  count = answer?.data.count ?? 0;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (askedWith === undefined || askedWith !== readToken()) void refreshUnread();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Unread messages of who is logged in. */
export const useUnread = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
