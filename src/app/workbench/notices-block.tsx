import { lazy, Suspense, useState } from "react";
import { shortTime } from "../../lib/short-time.ts";
import { useStore } from "../../lib/store.ts";
import { type Notice, noticesStore } from "../../office/header/notices.ts";

const NoticeDrawer = lazy(() => import("../../office/header/notice-drawer.tsx"));

/** The newest notices, as the bell has them. */
export function Notices() {
  const notices = useStore(noticesStore);
  const [shown, setShown] = useState<Notice>();
  return (
    <section className="o-block wb-notices" aria-labelledby="wb-notices">
      <div className="o-block-head">
        <h2 id="wb-notices">通知公告</h2>
        {!!notices?.unreadCount && <span className="o-note">{notices.unreadCount} 条未读</span>}
      </div>
      {notices?.data.length === 0 && <p className="o-panel-empty">还没有通知公告。</p>}
      <ul>
        {notices?.data.map((notice) => (
          <li key={notice.noticeId}>
            <button type="button" onClick={() => setShown(notice)}>
              <span className={notice.isRead ? "o-dot" : "o-dot o-dot-blue"}>
                <span className="o-hidden">{notice.isRead ? "已读" : "未读"}</span>
              </span>
              <span className="wb-title">{notice.noticeTitle}</span>
              <time>{shortTime(notice.createTime)}</time>
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Suspense fallback={null}>
          <NoticeDrawer notice={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </section>
  );
}
