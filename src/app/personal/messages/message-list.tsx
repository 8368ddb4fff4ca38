import { useRef, useState } from "react";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { showToast } from "#src/site/shell/toast.tsx";
import { VisitorWaiting } from "#src/site/shell/visitor-waiting.tsx";
import { type OwnMessage, useMessages } from "./use-messages.ts";

/** Own messages, newest first: opened one by one, read all at once, removed. */
export function MessageList({ userId }: { readonly userId: number }) {
  const [isUnread, setUnread] = useState(false);
  const { rows, hasMore, problem, isBusy, reload, more, markRead, markAllRead, remove } =
    useMessages(userId, isUnread);
  const list = useRef<HTMLUListElement>(null);

  const removeRow = async (row: OwnMessage, index: number) => {
    if (!(await remove(row))) return;
    showToast("消息已删除");
    // The button that was pressed is gone: the keyboard goes on at the next message.
    requestAnimationFrame(() => {
      const left = [...(list.current?.querySelectorAll<HTMLElement>("summary") ?? [])];
      (left[index] ?? left.at(-1))?.focus();
    });
  };
  const hasUnread = rows?.some((row) => !row.isRead) ?? false;

  return (
    <section aria-label="消息" className="messages">
      <div className="messages-tools">
        <label>
          <input
            type="checkbox"
            checked={isUnread}
            onChange={(event) => setUnread(event.target.checked)}
          />
          只看未读
        </label>
        {hasUnread ? (
          <button
            type="button"
            className="btn btn-outline btn-small"
            aria-disabled={isBusy}
            onClick={async () => {
              if (await markAllRead()) showToast("已全部标为已读");
            }}
          >
            全部标为已读
          </button>
        ) : null}
      </div>
      {problem ? (
        <p className="field-error" role="alert">
          <span>{problem}</span>
          {rows ? null : (
            <button type="button" className="link" onClick={() => void reload()}>
              重新读取
            </button>
          )}
        </p>
      ) : null}
      {!rows && !problem ? <VisitorWaiting label="正在读取您的消息" /> : null}
      {rows?.length === 0 ? (
        <EmptyState
          drawing="none"
          title={isUnread ? "没有未读消息" : "还没有消息"}
          text="入会申请、缴费、会籍到期等事项有进展时，学会会在这里通知您。"
        />
      ) : null}
      {rows && rows.length > 0 ? (
        <ul ref={list}>
          {rows.map((row, index) => (
            <li key={row.id}>
              <details
                className={row.isRead ? undefined : "is-unread"}
                onToggle={(event) => event.currentTarget.open && void markRead(row)}
              >
                <summary>
                  <span className="message-title">
                    {row.isRead ? null : <span className="sr-only">未读：</span>}
                    {row.title}
                  </span>
                  <time dateTime={row.createTime.replace(" ", "T")}>
                    {row.createTime.slice(0, 16)}
                  </time>
                </summary>
                <div className="message-body">
                  <p>{row.content}</p>
                  <div className="message-ways">
                    {row.link ? (
                      <a className="btn btn-primary btn-small" href={row.link}>
                        去查看
                      </a>
                    ) : null}
                    <button
                      type="button"
                      className="btn btn-outline btn-small"
                      aria-disabled={isBusy}
                      onClick={() => void removeRow(row, index)}
                    >
                      删除<span className="sr-only">：{row.title}</span>
                    </button>
                  </div>
                </div>
              </details>
            </li>
          ))}
        </ul>
      ) : null}
      {hasMore ? (
        <button type="button" className="btn btn-outline messages-more" onClick={() => void more()}>
          更早的消息
        </button>
      ) : null}
    </section>
  );
}
