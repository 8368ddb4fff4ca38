import { useEffect, useRef, useState } from "react";
import { shortTime } from "../../lib/short-time.ts";
import { useStore } from "../../lib/store.ts";
import { Key } from "../keys/keys.tsx";
import { useDismiss } from "../layers/use-dismiss.ts";
import { loadNotices, markAllRead, type Notice, noticesStore } from "./notices.ts";

const KINDS: Readonly<Record<string, string>> = { "1": "通知", "2": "公告" };

/** The panel below the bell: the newest notices, the unread ones marked. */
export function BellPanel({
  onClose,
  onChoose,
}: {
  onClose: () => void;
  onChoose: (notice: Notice) => void;
}) {
  const notices = useStore(noticesStore);
  const [isFailed, setFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useDismiss(box, onClose);
  useEffect(() => box.current?.focus(), []);
  const load = () => void loadNotices().then((isLoaded) => setFailed(!isLoaded));

  return (
    <div ref={box} className="o-bell-panel" role="dialog" aria-label="通知公告" tabIndex={-1}>
      <div className="o-panel-head">
        <strong>通知公告</strong>
        <button
          type="button"
          className="o-link"
          disabled={!notices?.unreadCount}
          onClick={() => void markAllRead().catch(() => undefined)}
        >
          全部已读
        </button>
        <Key>Esc</Key>
      </div>
      {!notices && (
        <div className="o-panel-empty">
          {isFailed ? "暂时读不到通知。" : "正在读取…"}
          <button type="button" className="o-link" onClick={load}>
            重试
          </button>
        </div>
      )}
      {notices?.data.length === 0 && <p className="o-panel-empty">还没有通知公告。</p>}
      <ul>
        {notices?.data.map((notice) => (
          <li key={notice.noticeId}>
            <button type="button" onClick={() => onChoose(notice)}>
              <span className={notice.isRead ? "o-dot" : "o-dot o-dot-blue"}>
                <span className="o-hidden">{notice.isRead ? "已读" : "未读"}</span>
              </span>
              <span className="o-kind">{KINDS[notice.noticeType] ?? "通知"}</span>
              <span className="o-bell-title">{notice.noticeTitle}</span>
              <time>{shortTime(notice.createTime)}</time>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
