import { ageText, bytesText, countText, durationText } from "#src/office/figures/amounts.ts";
import { Meter } from "#src/office/figures/figure.tsx";
import { Block } from "#src/office/figures/monitor-page.tsx";
import { type PlainColumn, PlainTable } from "#src/office/figures/plain-table.tsx";
import type { Disk, Process, Queue, Server } from "./wire.ts";

/** Later than this, people notice. */
const SLOW_LOOP_MS = 100;

const PROCESS_COLUMNS = (answeredBy: number, host: string): PlainColumn<Process>[] => [
  {
    key: "pid",
    title: "进程",
    render: (row) => (
      <>
        {row.pid}
        {row.host !== host && ` · ${row.host}`}{" "}
        {row.pid === answeredBy && row.host === host && <span className="o-kind">本次应答</span>}
      </>
    ),
  },
  {
    key: "startedAt",
    title: "已运行",
    render: (row) => ageText((Date.now() - row.startedAt) / 1_000),
  },
  { key: "cpu", title: "处理器", isNumber: true, render: (row) => `${row.cpu.toFixed(1)}%` },
  { key: "rss", title: "内存", isNumber: true, render: (row) => bytesText(row.rss) },
  {
    key: "heap",
    title: "堆（已用 / 已分配）",
    isNumber: true,
    render: (row) => `${bytesText(row.heapUsed)} / ${bytesText(row.heapTotal)}`,
  },
  {
    key: "loop",
    title: "事件循环延迟 p50 / p99",
    isNumber: true,
    render: (row) => (
      <span className={row.loopP99 > SLOW_LOOP_MS ? "fi-bad" : undefined}>
        {durationText(row.loopP50)} / {durationText(row.loopP99)}
      </span>
    ),
  },
  {
    key: "utilisation",
    title: "事件循环占用",
    isNumber: true,
    render: (row) => `${row.utilisation.toFixed(1)}%`,
  },
  { key: "requests", title: "累计请求", isNumber: true, render: (row) => countText(row.requests) },
  {
    key: "perSecond",
    title: "每秒请求",
    isNumber: true,
    render: (row) => countText(row.perSecond, 1),
  },
];

/** Every process of the program, as each says of itself. */
export function Processes({ server }: { server: Server }) {
  const { processes, expected, answeredBy, sys } = server;
  const silent = expected - processes.length;
  return (
    <Block
      id="mo-processes"
      title="进程"
      note={
        silent > 0 ? (
          <span className="fi-bad">
            {expected} 个进程中有 {silent} 个没有及时应答
          </span>
        ) : (
          `${expected} 个，全部应答`
        )
      }
    >
      <PlainTable
        label="进程"
        rows={processes}
        columns={PROCESS_COLUMNS(answeredBy, sys.computerName)}
        keyOf={(row) => `${row.host} ${row.pid} ${row.startedAt}`}
        empty="没有进程在半秒内应答。"
      />
    </Block>
  );
}

const DISK_COLUMNS: PlainColumn<Disk>[] = [
  { key: "typeName", title: "磁盘", render: (row) => row.typeName },
  {
    key: "dirName",
    title: "位置",
    isWide: true,
    render: (row) => <span className="fi-sql">{row.dirName}</span>,
  },
  { key: "sysTypeName", title: "文件系统", render: (row) => row.sysTypeName },
  { key: "total", title: "总大小", isNumber: true, render: (row) => row.total },
  { key: "free", title: "可用", isNumber: true, render: (row) => row.free },
  { key: "used", title: "已用", isNumber: true, render: (row) => row.used },
  {
    key: "usage",
    title: "已用比例",
    render: (row) => <Meter percent={row.usage} />,
  },
];

export function Disks({ rows }: { rows: readonly Disk[] }) {
  return (
    <Block id="mo-disks" title="磁盘">
      <PlainTable
        label="磁盘"
        rows={rows}
        columns={DISK_COLUMNS}
        keyOf={(row) => row.typeName}
        empty="读不到磁盘信息。"
      />
    </Block>
  );
}

const count = (key: keyof Queue, title: string): PlainColumn<Queue> => ({
  key,
  title,
  isNumber: true,
  render: (row) => (
    <span className={key === "failed" && row.failed > 0 ? "fi-bad" : undefined}>
      {countText(Number(row[key]))}
    </span>
  ),
});

const QUEUE_COLUMNS: PlainColumn<Queue>[] = [
  { key: "name", title: "队列", isWide: true, render: (row) => row.name },
  count("waiting", "等待"),
  count("active", "执行中"),
  count("retrying", "待重试"),
  count("completed", "已完成"),
  count("failed", "失败"),
  count("cancelled", "已取消"),
];

/** The queues of the job engine, with what it still remembers. */
export function Queues({ rows }: { rows: readonly Queue[] | null }) {
  return (
    <Block id="mo-queues" title="任务队列" note={rows && rows.length > 0 && "引擎保留期内的任务"}>
      <PlainTable
        label="任务队列"
        rows={rows ?? []}
        columns={QUEUE_COLUMNS}
        keyOf={(row) => row.name}
        empty={rows ? "队列中还没有任务。" : "任务引擎尚未启用。"}
      />
    </Block>
  );
}
