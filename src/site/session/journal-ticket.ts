import { useEffect } from "react";
import { callApi } from "./http.ts";

/** Words of the links that lead to the journal (product 4.10). */
const JOURNAL = "会刊";

/**
 * Of somebody who is logged in: a link that leads to the journal's own site takes a ticket along, made as
 * it is clicked. Without one, or where the call fails, it leads there as it stands.
 */
export function useJournalTicket(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      const anchor = (event.target as Element).closest?.("a[href]");
      if (!(anchor instanceof HTMLAnchorElement) || anchor.dataset.ticket !== undefined) return;
      const isJournal = anchor.textContent?.includes(JOURNAL) ?? false;
      if (!isJournal || anchor.origin === location.origin) return;
      event.preventDefault();
      const { href } = anchor;
      callApi<{ data: { href: string } }>("POST", "/api/bll/journal/ticket", { body: { href } })
        .then(({ data }) => data.href)
        .catch(() => href)
        .then(leaveFor);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}

/** In a tab of its own, which learns neither our address nor how to reach this one. */
function leaveFor(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.referrerPolicy = "no-referrer";
  link.dataset.ticket = "";
  document.body.append(link);
  link.click();
  link.remove();
}
