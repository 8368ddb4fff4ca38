import type { ReactElement } from "react";
import { useJournalTicket } from "../session/journal-ticket.ts";
import { useUnread } from "../session/unread.ts";
import { ClosingNotice } from "./closing-notice.tsx";
import "./unread.css";

/**
 * How many messages wait, beside the name of who is logged in; and that the account is to be closed. Links to
 * the journal take a ticket along.
 */
export default function Unread(): ReactElement {
  const count = useUnread();
  useJournalTicket();
  return (
    <>
      {count > 0 ? (
        <a href="/personal/messages" className="unread" aria-label={`${count} 条未读消息`}>
          {count > 99 ? "99+" : count}
        </a>
      ) : null}
      <ClosingNotice />
    </>
  );
}
