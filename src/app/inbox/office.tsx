import { useEffect } from "react";
import { shortTime } from "../../lib/short-time.ts";
import { useStore } from "../../lib/store.ts";
import { urgencyOf } from "../../lib/text/urgency.ts";
import { INBOX, type InboxRow, inboxStore, loadInbox } from "../../office/header/inbox.ts";
import { ListFrame } from "../../office/list/list-frame.tsx";
import { useList } from "../../office/list/use-list.ts";
import { ShellLink } from "../../office/menu/shell-link.tsx";
import { Card } from "../../office/shell/card.tsx";
import { TrayPicture } from "../../office/shell/pictures.tsx";
import { PageSkeleton } from "../../office/shell/skeleton.tsx";
import { useTab } from "../../office/tabs/tab.tsx";
import "../../office/list/saved-filters.css";
import "./inbox.css";

/** 待办: one list of what waits for this person, by kind, the most urgent first. */
export default function InboxPage() {
  const { query, setQuery, isActive } = useTab();
  const counts = useStore(inboxStore);
  const kind = query.kind ?? "";
  const list = useList<InboxRow>({ path: INBOX, key: "inbox" }, [], { fixed: { kind } });
  const { rows, refetch } = list;
  // Other people work as well: whoever comes back sees what waits now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only coming back asks anew
  useEffect(() => {
    if (!isActive) return;
    void loadInbox();
    if (rows) refetch();
  }, [isActive]);
  const kinds = [{ kind: "", name: "全部", count: counts?.total ?? 0 }, ...(counts?.kinds ?? [])];
  return (
    <ListFrame
      title="待办"
      presets={
        <nav className="sf" aria-label="种类">
          <ul>
            {kinds.map((each) => (
              <li key={each.kind}>
                <button
                  type="button"
                  className="sf-chip"
                  aria-pressed={each.kind === kind}
                  onClick={() => setQuery({ kind: each.kind, pageNum: undefined })}
                >
                  {each.name}
                  <b>{each.count.toLocaleString("zh-CN")}</b>
                </button>
              </li>
            ))}
          </ul>
        </nav>
      }
      list={list}
      empty={{
        card: (
          <Card picture={<TrayPicture />} title="待办已清空">
            需要您处理的审核与确认会出现在这里。
          </Card>
        ),
      }}
      hints={[
        [["J", "K"], "移动"],
        [["↵"], "处理"],
      ]}
    >
      {(scroller) => (
        <div className="ib" ref={scroller}>
          {!rows && <PageSkeleton />}
          <ul aria-busy={list.isStale}>
            {rows?.map((row) => (
              <Row key={`${row.kind}-${row.id}`} row={row} />
            ))}
          </ul>
        </div>
      )}
    </ListFrame>
  );
}

function Row({ row }: { row: InboxRow }) {
  const { text, tone } = urgencyOf(row.dueAt, new Date());
  return (
    <li>
      <ShellLink to={row.to} data-row>
        <span className="o-kind">{row.kindName}</span>
        <span className="ib-title">{row.title || `未命名（${row.id}）`}</span>
        <span className="ib-note">{row.note}</span>
        <span className="ib-from">{row.from || "—"}</span>
        <time>{shortTime(row.waitingSince)}</time>
        <span className="ib-due" data-tone={tone}>
          <i className="o-dot" aria-hidden="true" />
          {text}
        </span>
      </ShellLink>
    </li>
  );
}
