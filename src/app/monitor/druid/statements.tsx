import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { countText, durationText } from "#src/office/figures/amounts.ts";
import { Block } from "#src/office/figures/monitor-page.tsx";
import { type PlainColumn, PlainTable } from "#src/office/figures/plain-table.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import type { Running, Slowest, Statement } from "./wire.ts";

const PATH = "/monitor/druid/statements";

/** Two lines of a statement; the rest when it is opened. */
const Sql = ({ text }: { text: string }) => (
  <details className="fi-sql fi-folded">
    <summary>{text}</summary>
  </details>
);

const COLUMNS: PlainColumn<Statement>[] = [
  {
    key: "statement",
    title: "语句",
    isWide: true,
    render: (row) => <Sql text={row.statement} />,
  },
  {
    key: "share",
    title: "耗时占比",
    isNumber: true,
    render: (row) => `${row.share.toFixed(1)}%`,
  },
  { key: "totalMs", title: "总耗时", isNumber: true, render: (row) => durationText(row.totalMs) },
  { key: "calls", title: "次数", isNumber: true, render: (row) => countText(row.calls) },
  { key: "meanMs", title: "平均", isNumber: true, render: (row) => durationText(row.meanMs) },
  { key: "maxMs", title: "最慢", isNumber: true, render: (row) => durationText(row.maxMs) },
  { key: "rows", title: "行数", isNumber: true, render: (row) => countText(row.rows) },
];

const ABSENT = {
  missing: "当前数据库没有安装 pg_stat_statements 扩展，看不到语句统计。",
  unloaded: "数据库服务器没有加载 pg_stat_statements，看不到语句统计。",
  none: "",
};

/** The statements that cost most in all, and a way to count anew. */
export function SlowestStatements() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) =>
      (await call<{ data: Slowest }>("GET", PATH, { signal, isQuiet: true })).data,
    meta: { isQuiet: true },
  });
  const reset = useMutation({
    mutationFn: () => call("DELETE", PATH),
    onSuccess: async () => {
      notify.success("语句统计已清零，从现在起重新计数");
      await tellChange([PATH]);
    },
  });
  const clear = async () => {
    const isSure = await ask({
      title: "清零语句统计？",
      text: "各语句的次数与耗时从零开始重新计数，不影响业务数据。",
      ok: "清零",
    });
    if (isSure) reset.mutate();
  };
  const isCounted = data?.reason === "none";
  return (
    <Block
      id="mo-slowest"
      title="耗时最多的语句"
      note={isCounted && data.since && `自 ${data.since} 起统计，不含参数值`}
      actions={
        isCounted && (
          <>
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
              重新读取
            </Button>
            <Button size="small" loading={reset.isPending} onClick={() => void clear()}>
              清零统计
            </Button>
          </>
        )
      }
    >
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p className="fi-text">正在读取…</p>}
      {data && !isCounted && (
        <p className="fi-text">
          {ABSENT[data.reason]}
          需要时请数据库管理员在 shared_preload_libraries 中加入 pg_stat_statements，重启后执行
          create extension pg_stat_statements。其他各项不受影响。
        </p>
      )}
      {isCounted && (
        <PlainTable
          label="耗时最多的语句"
          rows={data.statements}
          columns={COLUMNS}
          keyOf={(row) => `${row.statement} ${row.calls} ${row.totalMs}`}
          empty="还没有执行过语句。"
        />
      )}
    </Block>
  );
}

const STATES: Readonly<Record<string, string>> = {
  active: "执行中",
  "idle in transaction": "事务未结束",
  "idle in transaction (aborted)": "事务已失败，未结束",
};

const RUNNING_COLUMNS: PlainColumn<Running>[] = [
  {
    key: "statement",
    title: "语句",
    isWide: true,
    render: (row) => <Sql text={row.statement} />,
  },
  { key: "state", title: "状态", render: (row) => STATES[row.state] ?? row.state },
  {
    key: "waitsFor",
    title: "等待锁",
    render: (row) => (row.waitsFor ? <span className="fi-bad">{row.waitsFor}</span> : "否"),
  },
  { key: "application", title: "程序", render: (row) => row.application || "—" },
  { key: "pid", title: "连接", isNumber: true, render: (row) => row.pid },
  {
    key: "seconds",
    title: "已执行",
    isNumber: true,
    render: (row) => durationText(row.seconds * 1_000),
  },
];

/** What runs for more than a second right now. */
export function RunningStatements({ rows }: { rows: readonly Running[] }) {
  return (
    <Block id="mo-running" title="正在执行超过 1 秒" note={rows.length > 0 && `${rows.length} 条`}>
      <PlainTable
        label="正在执行超过 1 秒"
        rows={rows}
        columns={RUNNING_COLUMNS}
        keyOf={(row) => String(row.pid)}
        empty="没有执行超过 1 秒的语句。"
      />
    </Block>
  );
}
