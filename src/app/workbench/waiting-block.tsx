import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { shortTime } from "../../lib/short-time.ts";
import { useStore } from "../../lib/store.ts";
import { call } from "../../office/calls/http.ts";
import { INBOX, type InboxRow, inboxStore, loadInbox } from "../../office/header/inbox.ts";
import { ShellLink } from "../../office/menu/shell-link.tsx";
import { TrayPicture } from "../../office/shell/pictures.tsx";
import { useTab } from "../../office/tabs/tab.tsx";

const SHOWN = 6;

/**
 * The most urgent of what waits; undefined until it is there. Asked for by the page, together with
 * the rest of the workbench.
 */
export function useWaiting(): InboxRow[] | undefined {
  const { isActive } = useTab();
  const { data } = useQuery({
    queryKey: ["inbox", "workbench"],
    queryFn: () =>
      call<{ rows: InboxRow[] }>("GET", `${INBOX}/list`, {
        query: { pageNum: 1, pageSize: SHOWN },
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });
  // The drawer of a phone's side bar has not asked.
  useEffect(() => {
    if (isActive && !inboxStore.get()) void loadInbox();
  }, [isActive]);
  return data?.rows.slice(0, SHOWN);
}

/** 待办: the most urgent tasks, and a link to the others. */
export function Waiting({ rows = [] }: { rows: InboxRow[] | undefined }) {
  const total = useStore(inboxStore)?.total ?? 0;
  return (
    <section className="o-block wb-todo" aria-labelledby="wb-todo">
      <div className="o-block-head">
        <h2 id="wb-todo">待办{total > 0 && <span className="wb-count">{total}</span>}</h2>
        {rows.length > 0 && (
          <ShellLink className="o-link" to={INBOX}>
            全部待办
          </ShellLink>
        )}
      </div>
      {rows.length === 0 ? (
        <div className="wb-todo-empty">
          <TrayPicture />
          <strong>暂无待办</strong>
          <span>需要您处理的审核与确认会出现在这里。</span>
        </div>
      ) : (
        <ul className="wb-waiting">
          {rows.map((row) => (
            <li key={`${row.kind}-${row.id}`}>
              <span className="o-kind">{row.kindName}</span>
              <ShellLink className="wb-title" to={row.to}>
                {row.title || `未命名（${row.id}）`}
              </ShellLink>
              <span className="wb-type">{row.note}</span>
              <span className="wb-type">{row.from}</span>
              <span className={row.isOverdue ? "wb-late" : "wb-type"}>
                <i className={`o-dot ${row.isOverdue ? "o-dot-red" : ""}`} aria-hidden="true" />{" "}
                {row.isOverdue ? "已超时" : `${shortTime(row.dueAt)} 前`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
