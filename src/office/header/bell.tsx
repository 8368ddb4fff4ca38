import { BellOutlined } from "@ant-design/icons";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useStore } from "../../lib/store.ts";
import { BellPanel } from "./bell-panel.tsx";
import { loadNotices, type Notice, noticesStore } from "./notices.ts";

const NoticeDrawer = lazy(() => import("./notice-drawer.tsx"));

/** The bell with the number of unread notices. On a phone it asks only when it is pressed. */
export function Bell({ isMobile }: { isMobile: boolean }) {
  const notices = useStore(noticesStore);
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<Notice>();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isMobile) void loadNotices();
  }, [isMobile]);

  const unread = notices?.unreadCount ?? 0;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="o-tool o-bell"
        aria-label={unread > 0 ? `通知公告，${unread} 条未读` : "通知公告"}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
          if (!isOpen) void loadNotices();
        }}
      >
        <BellOutlined aria-hidden />
        {unread > 0 && (
          <span className="o-badge" aria-hidden="true">
            {unread}
          </span>
        )}
      </button>
      {isOpen && (
        <BellPanel
          onClose={() => setOpen(false)}
          onChoose={(notice) => {
            setOpen(false);
            button.current?.focus();
            setShown(notice);
          }}
        />
      )}
      {shown && (
        <Suspense fallback={null}>
          <NoticeDrawer notice={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}
