import { createStore } from "../../lib/store.ts";

/** True while the re-login dialog is up: there is one, however many calls were refused. */
export const gateStore = createStore(false);

let waiting: Promise<boolean> | undefined;
let settleWaiting: ((isBack: boolean) => void) | undefined;

/** Asks for a log-in; true when the same person is logged in again, false when it was put off. */
export function askRelogin(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    settleWaiting = resolve;
  });
  gateStore.set(true);
  return waiting;
}

/** Closes the dialog and lets the waiting calls go on, or fail. */
export function settleRelogin(isBack: boolean): void {
  gateStore.set(false);
  settleWaiting?.(isBack);
  waiting = undefined;
  settleWaiting = undefined;
}
