import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { pageSizeOf, wholeNumber } from "../../lib/pager.ts";
import { shortTime } from "../../lib/short-time.ts";
import { useStore } from "../../lib/store.ts";
import { call } from "../../office/calls/http.ts";
import { INBOX, type InboxRow, inboxStore, loadInbox } from "../../office/header/inbox.ts";
import { Key } from "../../office/keys/keys.tsx";
import { plainKey, useShortcuts } from "../../office/keys/shortcuts.ts";
import { Pager, scrollToTop } from "../../office/list/pager.tsx";
import { ShellLink } from "../../office/menu/shell-link.tsx";
import { Card, Failure } from "../../office/shell/card.tsx";
import { TrayPicture } from "../../office/shell/pictures.tsx";
import { PageSkeleton } from "../../office/shell/skeleton.tsx";
import { useTab } from "../../office/tabs/tab.tsx";
import { urgencyOf } from "./urgency.ts";
import "../../office/list/parts.css";
import "../../office/list/saved-filters.css";
import "./inbox.css";

/** 待办: one list of what waits for this person, by kind, the most urgent first. */
export default function InboxPage() {
  const { query, setQuery, isActive } = useTab();
  const counts = useStore(inboxStore);
  const list = useRef<HTMLUListElement>(null);
  const kind = query.kind ?? "";
  const pageNum = wholeNumber(query.pageNum ?? null, 1);
  const pageSize = pageSizeOf(query.pageSize ?? null);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["inbox", "list", kind, pageNum, pageSize],
    queryFn: () =>
      call<{ rows: InboxRow[]; total: number }>("GET", `${INBOX}/list`, {
        query: { kind, pageNum, pageSize },
        isQuiet: true,
      }),
    meta: { isQuiet: true },
    placeholderData: keepPreviousData,
  });
  // Other people work as well: whoever comes back sees what waits now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only coming back asks anew
  useEffect(() => {
    if (!isActive) return;
    void loadInbox();
    if (data) void refetch();
  }, [isActive]);
  const focusRow = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useShortcuts([
    {
      keys: "J",
      label: "下一件",
      isSingle: true,
      matches: (event) => plainKey("j")(event) || plainKey("ArrowDown")(event),
      run: () => focusRow(1),
    },
    {
      keys: "K",
      label: "上一件",
      isSingle: true,
      matches: (event) => plainKey("k")(event) || plainKey("ArrowUp")(event),
      run: () => focusRow(-1),
    },
  ]);
  const kinds = [{ kind: "", name: "全部", count: counts?.total ?? 0 }, ...(counts?.kinds ?? [])];
  const rows = data?.rows ?? [];
  return (
    <div className="cr">
      <h1 className="o-hidden">待办</h1>
      <section className="o-block cr-card" aria-label="待办">
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
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <PageSkeleton />}
        {data && rows.length === 0 && (
          <Card picture={<TrayPicture />} title="待办已清空">
            需要您处理的审核与确认会出现在这里。
          </Card>
        )}
        {rows.length > 0 && (
          <ul className="ib" ref={list} aria-busy={isFetching}>
            {rows.map((row) => (
              <Row key={`${row.kind}-${row.id}`} row={row} />
            ))}
          </ul>
        )}
        {data && rows.length > 0 && (
          <footer className="cr-bottom">
            <p className="o-note cr-hints ib-hints" aria-hidden="true">
              <Key>J</Key> <Key>K</Key> 移动 <Key>↵</Key> 处理
            </p>
            <Pager
              total={data.total}
              pageNum={pageNum}
              pageSize={pageSize}
              onTurn={(page, size) => {
                setQuery({ pageNum: page, pageSize: size });
                scrollToTop(list.current);
              }}
            />
          </footer>
        )}
      </section>
    </div>
  );
}

function Row({ row }: { row: InboxRow }) {
  const { text, tone } = urgencyOf(row.dueAt, new Date());
  return (
    <li>
      <ShellLink to={row.to}>
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
