import { useMutation } from "@tanstack/react-query";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import {
  ageText,
  bytesText,
  countText,
  percentOf,
  percentText,
} from "#src/office/figures/amounts.ts";
import { ClearCaches } from "#src/office/figures/clear-caches.tsx";
import { Figure } from "#src/office/figures/figure.tsx";
import { Block, MonitorPage } from "#src/office/figures/monitor-page.tsx";
import { type PlainColumn, PlainTable } from "#src/office/figures/plain-table.tsx";
import { type Live, useLive } from "#src/office/figures/use-live.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import type { Caches, Process, Store } from "./wire.ts";

type Counted = "pages" | "values";

function sums({ processes }: Caches, of: Counted) {
  const add = (pick: (row: Process) => number) =>
    processes.reduce((total, row) => total + pick(row), 0);
  return { hits: add((row) => row[of].hits), misses: add((row) => row[of].misses) };
}

/** Hits of all questions since the answer before; of all there were, when nobody asked meanwhile. */
function hitRatio(now: Caches, before: Caches | undefined, of: Counted): number | undefined {
  const whole = sums(now, of);
  const old = before ? sums(before, of) : { hits: 0, misses: 0 };
  const hits = whole.hits - old.hits;
  const asked = hits + whole.misses - old.misses;
  return hits >= 0 && asked > 0
    ? percentOf(hits, asked)
    : percentOf(whole.hits, whole.hits + whole.misses);
}

const bytes = ({ processes }: Caches) => processes.reduce((sum, row) => sum + row.pages.bytes, 0);
const pages = ({ processes }: Caches) => Math.max(0, ...processes.map((row) => row.pages.entries));

/** 缓存监控 (menu row 113): how full and how useful the caches of every process are. */
export default function CachePage() {
  const { data, ...live } = useLive<Caches>("/monitor/cache", (now, before) => ({
    pageHits: hitRatio(now, before, "pages"),
    valueHits: hitRatio(now, before, "values"),
    pages: pages(now),
    bytes: bytes(now),
  }));
  return (
    <MonitorPage title="缓存监控" live={live} data={data} actions={<ClearCaches />}>
      {(caches) => (
        <>
          <Courses caches={caches} live={live} />
          <Processes caches={caches} />
          <div className="fi-columns">
            <Stores rows={caches.stores} />
            <Tags caches={caches} />
          </div>
        </>
      )}
    </MonitorPage>
  );
}

function Courses({ caches, live }: { caches: Caches; live: Live }) {
  const ofPages = sums(caches, "pages");
  const ofValues = sums(caches, "values");
  const limit = caches.processes.reduce((sum, row) => sum + row.pages.maxBytes, 0);
  const total = ({ hits, misses }: typeof ofPages) =>
    `累计 ${percentText(percentOf(hits, hits + misses))}，共 ${countText(hits + misses)} 次`;
  return (
    <div className="fi-figures">
      <Figure
        title="页面命中率"
        value={percentText(live.course("pageHits").at(-1))}
        note={total(ofPages)}
        course={live.course("pageHits")}
        most={100}
        show={percentText}
      />
      <Figure
        title="数据命中率"
        value={percentText(live.course("valueHits").at(-1))}
        note={total(ofValues)}
        course={live.course("valueHits")}
        most={100}
        show={percentText}
      />
      <Figure
        title="缓存的页面"
        value={countText(pages(caches))}
        unit="页"
        note="单个进程最多的"
        course={live.course("pages")}
        show={countText}
      />
      <Figure
        title="页面占用内存"
        value={bytesText(bytes(caches))}
        note={`上限 ${bytesText(limit)}`}
        course={live.course("bytes")}
        show={bytesText}
      />
    </div>
  );
}

const rate = ({ hits, misses }: { hits: number; misses: number }) =>
  percentText(percentOf(hits, hits + misses));

const PROCESS_COLUMNS: PlainColumn<Process>[] = [
  { key: "pid", title: "进程", render: (row) => `${row.pid} · ${row.host}` },
  {
    key: "startedAt",
    title: "已运行",
    render: (row) => ageText((Date.now() - row.startedAt) / 1_000),
  },
  {
    key: "entries",
    title: "页面",
    isNumber: true,
    render: (row) => countText(row.pages.entries),
  },
  { key: "bytes", title: "页面占用", isNumber: true, render: (row) => bytesText(row.pages.bytes) },
  { key: "hits", title: "页面命中", isNumber: true, render: (row) => countText(row.pages.hits) },
  {
    key: "misses",
    title: "页面未命中",
    isNumber: true,
    render: (row) => countText(row.pages.misses),
  },
  { key: "rate", title: "页面命中率", isNumber: true, render: (row) => rate(row.pages) },
  {
    key: "values",
    title: "数据项",
    isNumber: true,
    render: (row) => countText(row.values.entries),
  },
  { key: "valueRate", title: "数据命中率", isNumber: true, render: (row) => rate(row.values) },
];

function Processes({ caches: { processes, expected } }: { caches: Caches }) {
  const silent = expected - processes.length;
  return (
    <Block
      id="mo-cache-processes"
      title="各进程的缓存"
      note={
        silent > 0 ? (
          <span className="fi-bad">
            {expected} 个进程中有 {silent} 个没有及时应答
          </span>
        ) : (
          "自进程启动起计数"
        )
      }
    >
      <PlainTable
        label="各进程的缓存"
        rows={processes}
        columns={PROCESS_COLUMNS}
        keyOf={(row) => `${row.host} ${row.pid} ${row.startedAt}`}
        empty="没有进程在半秒内应答。"
      />
    </Block>
  );
}

const STORE_COLUMNS: PlainColumn<Store>[] = [
  {
    key: "remark",
    title: "名称",
    isWide: true,
    render: (row) => (
      <ShellLink
        className="o-link"
        to={`/monitor/cacheList?cacheName=${encodeURIComponent(row.cacheName)}`}
      >
        {row.remark}
      </ShellLink>
    ),
  },
  {
    key: "cacheName",
    title: "键名前缀",
    render: (row) => <span className="fi-sql">{row.cacheName}</span>,
  },
  { key: "kind", title: "性质", render: (row) => (row.kind === "copy" ? "副本" : "业务记录") },
  { key: "count", title: "数量", isNumber: true, render: (row) => countText(row.count) },
];

function Stores({ rows }: { rows: readonly Store[] }) {
  return (
    <Block id="mo-stores" title="缓存名称" note="清除全部缓存只清除副本">
      <PlainTable
        label="缓存名称"
        rows={rows}
        columns={STORE_COLUMNS}
        keyOf={(row) => row.cacheName}
        empty="没有缓存。"
      />
    </Block>
  );
}

/** What a tag stands for: pages that show it are dropped when it changes. */
const TAG_NAMES: Readonly<Record<string, string>> = {
  site: "站点参数",
  menu: "栏目菜单",
  content: "文章列表",
  links: "友情链接与合作单位",
  dict: "数据字典",
};

type TagRow = { tag: string; count: number };

function Tags({ caches: { processes } }: { caches: Caches }) {
  const rows = Object.keys(TAG_NAMES).map((tag) => ({
    tag,
    count: Math.max(0, ...processes.map((row) => row.tags[tag] ?? 0)),
  }));
  const clearing = useMutation({
    mutationFn: (tag: string) => call("DELETE", `/monitor/cache/clearTag/${tag}`),
    onSuccess: async (_done, tag) => {
      notify.success(`与「${TAG_NAMES[tag]}」有关的缓存已清除`);
      await tellChange(["/monitor/cache"]);
    },
  });
  const clear = async ({ tag, count }: TagRow) => {
    const isSure = await ask({
      title: `清除与「${TAG_NAMES[tag]}」有关的缓存？`,
      text: `约 ${count} 个页面和相关数据会在各进程上重新读取。`,
      ok: "清除",
      isDanger: true,
    });
    if (isSure) clearing.mutate(tag);
  };
  const columns: PlainColumn<TagRow>[] = [
    { key: "name", title: "内容", isWide: true, render: ({ tag }) => TAG_NAMES[tag] },
    { key: "tag", title: "标签", render: ({ tag }) => <span className="fi-sql">{tag}</span> },
    {
      key: "count",
      title: "有关页面",
      isNumber: true,
      render: ({ count }) => countText(count),
    },
    {
      key: "action",
      title: "",
      render: (row) => (
        <button
          type="button"
          className="o-link"
          aria-label={`清除「${TAG_NAMES[row.tag]}」的缓存`}
          disabled={clearing.isPending}
          onClick={() => void clear(row)}
        >
          清除
        </button>
      ),
    },
  ];
  return (
    <Block id="mo-tags" title="按内容清除" note="内容变更时会自动清除">
      <PlainTable
        label="按内容清除"
        rows={rows}
        columns={columns}
        keyOf={({ tag }) => tag}
        empty=""
      />
    </Block>
  );
}
