import type { ReactElement } from "react";
import { useUnread } from "../session/unread.ts";
import "./unread.css";

/** How many messages wait, beside the name of who is logged in. */
export default function Unread(): ReactElement | null {
  const count = useUnread();
  if (count === 0) return null;
  return (
    <a href="/personal/messages" className="unread" aria-label={`${count} 条未读消息`}>
      {count > 99 ? "99+" : count}
    </a>
  );
}
