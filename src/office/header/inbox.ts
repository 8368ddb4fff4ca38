import { createStore } from "../../lib/store.ts";
import { call } from "../calls/http.ts";

/** A row of GET /inbox/list: something that waits for this person. */
export type InboxRow = {
  /** Kind of thing, and its name: article, 文章. */
  kind: string;
  kindName: string;
  id: number;
  title: string;
  /** The task: 等待审核. */
  note: string;
  /** Whose it is. */
  from: string;
  waitingSince: string;
  dueAt: string;
  isOverdue: boolean;
  /** Page of the office that deals with it. */
  to: string;
};

export type InboxCount = { total: number; kinds: { kind: string; name: string; count: number }[] };

export const INBOX = "/inbox";

/** How much waits; undefined before it was asked for. */
export const inboxStore = createStore<InboxCount | undefined>(undefined);

/** Asks how much waits. No answer is no reason to disturb anybody: the number stays. */
export async function loadInbox(): Promise<void> {
  await call<{ data: InboxCount }>("GET", `${INBOX}/count`, { isQuiet: true }).then(
    ({ data }) => inboxStore.set(data),
    () => undefined,
  );
}
