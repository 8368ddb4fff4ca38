import { NOTICE_KEY } from "../../site/elder/elder-script.ts";

/** The upgrade notice as the page shows it. Dates are `yyyy-MM-dd`, `id` changes with the content. */
export type NoticeFacts = {
  id: string;
  mode: "box" | "full";
  title: string;
  start: string;
  end: string;
  text: string;
  phone: string;
  /** Where all notices are, or empty. */
  href: string;
};

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
