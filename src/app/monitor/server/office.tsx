import { ageText, countText, durationText } from "#src/office/figures/amounts.ts";
import { Facts, Figure } from "#src/office/figures/figure.tsx";
import { Block, MonitorPage } from "#src/office/figures/monitor-page.tsx";
import { type Live, useLive } from "#src/office/figures/use-live.ts";
import { Disks, Processes, Queues } from "./tables.tsx";
import type { Server } from "./wire.ts";

const cpuOf = ({ cpu }: Server) => 100 - cpu.free;
const slowestLoop = ({ processes }: Server) => Math.max(0, ...processes.map((row) => row.loopP99));
const perSecond = ({ processes }: Server) =>
  processes.reduce((total, row) => total + row.perSecond, 0);

/** 服务监控 (menu row 112): the machine, every process on it, disks and job queues. */
export default function ServerPage() {
  const { data, ...live } = useLive<Server>("/monitor/server", (now) => ({
    cpu: cpuOf(now),
    memory: now.mem.usage,
    loop: slowestLoop(now),
    requests: perSecond(now),
  }));
  return (
    <MonitorPage title="服务监控" live={live} data={data}>
      {(server) => (
        <>
          <Figures server={server} live={live} />
          <Processes server={server} />
          <Queues rows={server.queues} />
          <Disks rows={server.sysFiles} />
          <Machine server={server} />
        </>
      )}
    </MonitorPage>
  );
}

const percent = (value: number) => `${value.toFixed(1)}%`;

function Figures({ server, live }: { server: Server; live: Live }) {
  const { cpu, mem } = server;
  return (
    <div className="fi-figures">
      <Figure
        title="处理器"
        value={cpuOf(server).toFixed(1)}
        unit="%"
        note={`${cpu.cpuNum} 核 · 用户 ${percent(cpu.used)} · 系统 ${percent(cpu.sys)}`}
        course={live.course("cpu")}
        most={100}
        show={percent}
      />
      <Figure
        title="内存"
        value={mem.usage.toFixed(1)}
        unit="%"
        note={`已用 ${mem.used.toFixed(1)} / ${mem.total.toFixed(1)} GB`}
        course={live.course("memory")}
        most={100}
        show={percent}
      />
      <Figure
        title="事件循环延迟 p99"
        value={durationText(slowestLoop(server))}
        note="各进程中最慢的"
        course={live.course("loop")}
        show={durationText}
      />
      <Figure
        title="每秒请求"
        value={countText(perSecond(server), 1)}
        unit="次"
        note="各进程合计"
        course={live.course("requests")}
        show={(value) => countText(value, 1)}
      />
    </div>
  );
}

function Machine({ server: { sys, jvm } }: { server: Server }) {
  const started = Date.parse(`${jvm.startTime.replace(" ", "T")}+08:00`);
  return (
    <div className="fi-columns">
      <Block id="mo-machine" title="服务器">
        <Facts
          rows={[
            ["名称", sys.computerName],
            ["地址", sys.computerIp],
            ["操作系统", sys.osName],
            ["系统架构", sys.osArch],
            ["程序目录", sys.userDir],
          ]}
        />
      </Block>
      <Block id="mo-runtime" title="运行环境">
        <Facts
          rows={[
            ["名称", `${jvm.name} ${jvm.version}`],
            ["堆上限", `${countText(jvm.max)} MB`],
            ["启动时间", jvm.startTime],
            ["已运行", ageText((Date.now() - started) / 1_000)],
            ["安装路径", jvm.home],
            ["启动参数", jvm.inputArgs || "无"],
          ]}
        />
      </Block>
    </div>
  );
}
