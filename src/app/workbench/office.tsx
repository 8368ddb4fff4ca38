import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { shortTime } from "../../lib/short-time.ts";
import { useStore } from "../../lib/store.ts";
import { bootStore } from "../../office/account/account.ts";
import { useCan } from "../../office/account/can.tsx";
import { call } from "../../office/calls/http.ts";
import type { InboxRow } from "../../office/header/inbox.ts";
import { loadNotices, noticesStore } from "../../office/header/notices.ts";
import { Key } from "../../office/keys/keys.tsx";
import { useQuickActions } from "../../office/keys/quick-actions.ts";
import { MenuIcon } from "../../office/menu/menu-icon.tsx";
import { ShellLink } from "../../office/menu/shell-link.tsx";
import { HOME, PROFILE } from "../../office/menu/static-routes.ts";
import { Failure } from "../../office/shell/card.tsx";
import { PageSkeleton } from "../../office/shell/skeleton.tsx";
import { useIsMobile } from "../../office/shell/use-media.ts";
import { useTab } from "../../office/tabs/tab.tsx";
import { greeting, longDay, weekOfYear } from "./calendar.ts";
import { Bars } from "./charts.tsx";
import { Figure } from "./figure.tsx";
import { MembersNow } from "./members-block.tsx";
import { Notices } from "./notices-block.tsx";
import { useWaiting, Waiting } from "./waiting-block.tsx";
import "./workbench.css";

type Weeks = { total: number; weeks: number[] };
type Newest = {
  id: number;
  articleName: string;
  typeName: string;
  status: string;
  createTime: string;
  reads: number;
};
type Workbench = {
  lastLogin: { time: string; ipaddr: string } | null;
  articles: Weeks;
  people: Weeks;
  reads: number;
  newest: Newest[];
};

/** 工作台: the inbox, the numbers of the week, the newest articles, the pages used most. */
export default function WorkbenchPage() {
  const { isActive } = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: ["workbench"],
    queryFn: () => call<{ data: Workbench }>("GET", "/workbench", { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const waiting = useWaiting();
  // On a phone the bell has loaded nothing, and this is the one page that shows notices.
  useEffect(() => {
    if (isActive && !noticesStore.get()) void loadNotices();
  }, [isActive]);

  return (
    <div className="o-page">
      <Greeting lastLogin={data?.data.lastLogin} />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && <Blocks data={data.data} waiting={waiting} />}
    </div>
  );
}

function Greeting({ lastLogin }: { lastLogin: Workbench["lastLogin"] | undefined }) {
  const boot = useStore(bootStore);
  const isMobile = useIsMobile();
  const now = new Date();
  const name = boot.state === "ready" ? boot.account.user.nickName : "";
  return (
    <div className="wb-hello">
      <h1 className="o-page-title">
        {greeting(now)}，{name}
      </h1>
      <span className="wb-day">
        {longDay(now, !isMobile)} · 第 {weekOfYear(now)} 周
      </span>
      {lastLogin && (
        <span className="wb-last">
          上次登录 {shortTime(lastLogin.time)} · {lastLogin.ipaddr}{" "}
          <ShellLink to={PROFILE} className="o-link">
            不是我？
          </ShellLink>
        </span>
      )}
    </div>
  );
}

function Blocks({ data, waiting }: { data: Workbench; waiting: InboxRow[] | undefined }) {
  const notices = useStore(noticesStore);
  const can = useCan();
  return (
    <div className="wb">
      <section className="wb-figures" aria-label="本周数字">
        <Weekly title="本周发布文章" unit="篇" of={data.articles} totalLabel="累计发布" />
        <Weekly title="本周新增注册" unit="人" of={data.people} totalLabel="累计注册" />
        <Figure title="文章累计阅读" value={data.reads} unit="次" note="每人每天只计一次" />
        <Figure
          title="我的未读通知"
          value={notices?.unreadCount ?? 0}
          unit="条"
          note={notices ? "最近 5 条通知中" : "正在读取"}
        />
        {can.permi(["member:figures:list"]) && <MembersNow />}
      </section>
      <Waiting rows={waiting} />
      <NewestArticles rows={data.newest} />
      <div className="wb-right">
        <Shortcuts />
        <Notices />
      </div>
    </div>
  );
}

function Weekly({
  title,
  unit,
  of,
  totalLabel,
}: {
  title: string;
  unit: string;
  of: Weeks;
  totalLabel: string;
}) {
  const [before = 0, current = 0] = of.weeks.slice(-2);
  return (
    <div className="o-block wb-figure">
      <div>
        <h2>{title}</h2>
        <p className="wb-number">
          {current.toLocaleString("zh-CN")} <small>{unit}</small>
        </p>
        <p className="o-note">
          上周 {before} {unit} · {totalLabel} {of.total.toLocaleString("zh-CN")}
        </p>
      </div>
      <figure>
        <figcaption className="o-note">近 8 周</figcaption>
        <Bars values={of.weeks} label={`${title}，近 8 周：${of.weeks.join("、")}`} />
      </figure>
    </div>
  );
}

const STATES: Readonly<Record<string, { label: string; dot: string }>> = {
  "0": { label: "草稿", dot: "" },
  "1": { label: "待审", dot: "o-dot-amber" },
  "2": { label: "定时", dot: "o-dot-blue" },
  "3": { label: "已发布", dot: "o-dot-green" },
  "4": { label: "已撤回", dot: "" },
};

function NewestArticles({ rows }: { rows: Newest[] }) {
  const seesDesk = useCan().permi(["content:article:query"]);
  return (
    <section className="o-block wb-newest" aria-labelledby="wb-newest">
      <div className="o-block-head">
        <h2 id="wb-newest">最近文章</h2>
        {seesDesk ? (
          <ShellLink className="o-link" to="/content/article">
            文章管理
          </ShellLink>
        ) : (
          <a className="o-link" href="/index" target="_blank" rel="noopener">
            网站首页
          </a>
        )}
      </div>
      {rows.length === 0 && <p className="o-panel-empty">还没有文章。</p>}
      <ul>
        {rows.map((row) => {
          const state = STATES[row.status] ?? { label: "未知", dot: "" };
          const isPublic = row.status === "3";
          return (
            <li key={row.id}>
              {seesDesk ? (
                <ShellLink className="wb-title" to={`/content/article-review/${row.id}`}>
                  {row.articleName}
                </ShellLink>
              ) : isPublic ? (
                <a
                  className="wb-title"
                  href={`/article?articleId=${row.id}`}
                  target="_blank"
                  rel="noopener"
                >
                  {row.articleName}
                </a>
              ) : (
                <span className="wb-title">{row.articleName}</span>
              )}
              <span className="wb-type">{row.typeName}</span>
              <span className="wb-state">
                <i className={`o-dot ${state.dot}`} aria-hidden="true" /> {state.label}
              </span>
              <span className="wb-reads">
                {isPublic ? `${row.reads.toLocaleString("zh-CN")} 阅读` : "—"}
              </span>
              <time>{shortTime(row.createTime)}</time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Shortcuts() {
  const actions = useQuickActions().filter((action) => action.to !== HOME);
  return (
    <section className="o-block wb-quick" aria-labelledby="wb-quick">
      <div className="o-block-head">
        <h2 id="wb-quick">快捷操作</h2>
      </div>
      <ul>
        {actions.map((action) => (
          <li key={action.to}>
            <ShellLink to={action.to}>
              <MenuIcon name={action.icon} />
              <span>{action.label}</span>
              {action.key && <Key>{`G ${action.key.toUpperCase()}`}</Key>}
            </ShellLink>
          </li>
        ))}
        <li>
          <a href="/index" target="_blank" rel="noopener">
            <MenuIcon name="guide" />
            <span>网站首页</span>
          </a>
        </li>
      </ul>
    </section>
  );
}
