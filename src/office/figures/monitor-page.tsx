import { PauseOutlined, PlayCircleOutlined, ReloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { formatTime } from "../../lib/text/date-format.ts";
import { errorText } from "../../site/session/http.ts";
import { Failure } from "../shell/card.tsx";
import { PageSkeleton } from "../shell/skeleton.tsx";
import type { Live } from "./use-live.ts";
import "./figures.css";

/**
 * A page of live figures: its title, how fresh they are, a way to stop and to ask now. `children`
 * make the page of the figures once there are any; old ones stay while the server fails.
 */
export function MonitorPage<T>({
  title,
  live,
  data,
  actions,
  children,
}: {
  title: string;
  live: Live;
  data: T | undefined;
  actions?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { error, isPaused, setPaused, isFetching, refetch } = live;
  return (
    <div className="o-page fi">
      <div className="fi-head">
        <h1 className="o-page-title">{title}</h1>
        <Freshness live={live} />
        <div className="fi-actions">
          {actions}
          <Button
            icon={isPaused ? <PlayCircleOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? "继续更新" : "暂停更新"}
          </Button>
          <Button
            icon={<ReloadOutlined spin={isFetching && isPaused} aria-hidden />}
            onClick={refetch}
          >
            刷新
          </Button>
        </div>
      </div>
      {data === undefined && !error && <PageSkeleton />}
      {data === undefined && error && <Failure error={error} onRetry={refetch} />}
      {data !== undefined && error && (
        <p className="fi-stale" role="status">
          {errorText(error)}，下面是之前的数字
        </p>
      )}
      {data !== undefined && children(data)}
    </div>
  );
}

function Freshness({ live }: { live: Live }) {
  const { updatedAt, error, isPaused, isIdle } = live;
  if (updatedAt === 0) return null;
  const [dot, words] = isPaused
    ? ["", "已暂停"]
    : isIdle
      ? ["", "10 分钟没有操作，已停止更新"]
      : error
        ? ["o-dot-red", "暂时读不到"]
        : ["o-dot-green", "每 5 秒更新"];
  return (
    <span className="fi-fresh">
      <i className={`o-dot ${dot}`} aria-hidden="true" /> {words} · 最近{" "}
      {formatTime(updatedAt, "{h}:{i}:{s}")}
    </span>
  );
}

/** A titled block of a monitor. */
export function Block({
  id,
  title,
  note,
  actions,
  children,
}: {
  id: string;
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="o-block fi-block" aria-labelledby={id}>
      <div className="o-block-head">
        <h2 id={id}>{title}</h2>
        <span className="fi-side">
          {note && <span className="o-note">{note}</span>}
          {actions}
        </span>
      </div>
      {children}
    </section>
  );
}
