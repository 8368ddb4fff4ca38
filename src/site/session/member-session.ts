import { useSyncExternalStore } from "react";
import { showToast } from "../shell/toast.tsx";
import { ApiError, callApi } from "./http.ts";
import { clearToken, refreshVisitor, visitorNow, visitorToken } from "./session.ts";
import { readToken } from "./token.ts";

/** The outcome for a call that waits for a log-in: true when the same person is back. */
type Settle = (isBack: boolean) => void;

let asked: { answer: Promise<boolean>; settle: Settle } | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Asks for a log-in over the page; there is one dialog, however many calls were refused. */
export function askLogIn(): Promise<boolean> {
  // Nobody to show it.
  if (listeners.size === 0) return Promise.resolve(false);
  if (!asked) {
    let settle: Settle = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    asked = { answer, settle };
    tell();
  }
  return asked.answer;
}

/** Closes the dialog and lets the waiting calls go on, or fail. */
export function settleLogIn(isBack: boolean): void {
  asked?.settle(isBack);
  asked = undefined;
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) settleLogIn(false);
  };
}

/** Whether the dialog is to be shown, for the part of a page that shows it. */
export const useLogInAsked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => asked !== undefined,
    () => false,
  );

/**
 * callApi for the forms of one who is logged in (`userId`): when the session has ended it asks for a log-in
 * over the page and then goes on, so nothing of the form is lost. Nothing is sent in the name of somebody
 * else who has logged in elsewhere in this browser.
 */
export async function callAsMember<T>(
  userId: number,
  ...call: Parameters<typeof callApi>
): Promise<T> {
  for (;;) {
    await refuseStranger(userId);
    try {
      return await callApi<T>(...call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 401) throw error;
      // Another tab has logged in meanwhile: once more, if it is the same person.
      if (readToken()) continue;
      clearToken();
      if (!(await askLogIn())) throw new ApiError(401, "登录状态已过期，还没有保存");
    }
  }
}

async function refuseStranger(userId: number): Promise<void> {
  const token = readToken();
  // Without one the server asks for a log-in.
  if (!token) return;
  if (token !== visitorToken()) await refreshVisitor();
  const { user } = visitorNow();
  if (!user || user.userId === userId) return;
  const text = `本浏览器已登录为“${user.nickName}”，刚才的修改没有保存`;
  showToast(text, "error");
  throw new ApiError(403, text);
}
