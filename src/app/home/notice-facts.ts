import { NOTICE_KEY } from "../../site/elder/elder-script.ts";

/** Remembers the notice as closed for this session and takes it away. */
export function dismiss(id: string): void {
  document.documentElement.dataset.notice = id;
  try {
    sessionStorage.setItem(NOTICE_KEY, id);
  } catch {
    // Storage is forbidden: it is closed as long as the page lasts.
  }
}

export const isDismissed = (id: string) => document.documentElement.dataset.notice === id;
