import {
  ageText,
  bytesText,
  countText,
  percentOf,
  percentText,
} from "#src/office/figures/amounts.ts";
import { Facts, Figure } from "#src/office/figures/figure.tsx";
import { Block, MonitorPage } from "#src/office/figures/monitor-page.tsx";
import { type Live, useLive } from "#src/office/figures/use-live.ts";
import { RunningStatements, SlowestStatements } from "./statements.tsx";
import { Storage } from "./storage.tsx";
import type { Figures } from "./wire.ts";

const used = ({ connections }: Figures) =>
  connections.reduce((total, { count }) => total + count, 0);

/** What grew by how much a second between two answers; undefined when the figures began anew. */
function perSecond(now: Figures["database"], before: Figures["database"] | undefined) {
  const seconds = before ? (now.at - before.at) / 1_000 : 0;
  const grown = before ? now.commits + now.rollbacks - before.commits - before.rollbacks : -1;
  return seconds > 0 && grown >= 0 ? grown / seconds : undefined;
}

/** Of the blocks that were read since the last answer; of all, where none were. */
function hitRatio(now: Figures["database"], before: Figures["database"] | undefined) {
  const hit = now.blocksHit - (before?.blocksHit ?? 0);
  const read = now.blocksRead - (before?.blocksRead ?? 0);
  return percentOf(hit, hit + read) ?? percentOf(now.blocksHit, now.blocksHit + now.blocksRead);
}

/** 数据监控 (menu row 111): PostgreSQL by its own figures. */
export default function DatabasePage() {
  const { data, ...live } = useLive<Figures>("/monitor/druid", (now, before) => ({
    connections: used(now),
    transactions: perSecond(now.database, before?.database),
    hits: hitRatio(now.database, before?.database),
    size: now.database.size,
  }));
  return (
    <MonitorPage title="数据监控" live={live} data={data}>
      {(figures) => (
        <>
          <Courses figures={figures} live={live} />
          <Whole figures={figures} />
          <RunningStatements rows={figures.running} />
          <SlowestStatements />
          <Storage />
        </>
      )}
    </MonitorPage>
  );
}

function Courses({ figures, live }: { figures: Figures; live: Live }) {
  const { database } = figures;
  const rate = live.course("transactions").at(-1);
  return (
    <div className="fi-figures">
      <Figure
        title="连接"
        value={countText(used(figures))}
        unit={`/ ${database.maxConnections}`}
        note="整个数据库服务器"
        course={live.course("connections")}
        most={database.maxConnections}
        show={countText}
      />
      <Figure
        title="每秒事务"
        value={rate === undefined ? "—" : countText(rate, 1)}
        unit="个"
        note={`累计 ${countText(database.commits + database.rollbacks)}`}
        course={live.course("transactions")}
        show={(value) => countText(value, 1)}
      />
      <Figure
        title="缓存命中率"
        value={percentText(live.course("hits").at(-1))}
        note={`累计 ${percentText(
          percentOf(database.blocksHit, database.blocksHit + database.blocksRead),
        )}`}
        course={live.course("hits")}
        most={100}
        show={percentText}
      />
      <Figure
        title="数据库大小"
        value={bytesText(database.size)}
        note={database.name}
        course={live.course("size")}
        show={bytesText}
      />
    </div>
  );
}

const STATES: Readonly<Record<string, string>> = {
  active: "执行中",
  idle: "空闲",
  "idle in transaction": "事务未结束",
  "idle in transaction (aborted)": "事务已失败，未结束",
  disabled: "未统计",
  unknown: "未知",
};

function Whole({ figures: { database, connections } }: { figures: Figures }) {
  const { commits, rollbacks } = database;
  return (
    <div className="fi-columns">
      <Block id="mo-database" title="数据库">
        <Facts
          rows={[
            ["版本", `PostgreSQL ${database.version}`],
            ["已运行", ageText(database.uptime)],
            ["提交", countText(commits)],
            [
              "回滚",
              `${countText(rollbacks)}（${percentText(percentOf(rollbacks, commits + rollbacks))}）`,
            ],
            ["死锁", countText(database.deadlocks)],
            ["临时文件", `${countText(database.tempFiles)} 个，${bytesText(database.tempBytes)}`],
            ["统计开始", database.statsReset ?? "随数据库建立"],
          ]}
        />
      </Block>
      <Block id="mo-connections" title="连接状态">
        <Facts
          rows={connections.map(({ state, count, own }) => [
            STATES[state] ?? state,
            `${countText(count)} 个，本库 ${countText(own)} 个`,
          ])}
        />
      </Block>
    </div>
  );
}
