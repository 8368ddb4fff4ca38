import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import v8 from "node:v8";
import { formatDateTime } from "#src/lib/text/dates.ts";

const MB = 2 ** 20;
const GB = 2 ** 30;

const round = (value: number) => Number(value.toFixed(2));
const percent = (part: number, whole: number) => (whole > 0 ? round((part / whole) * 100) : 0);

/** The load of all cores since the last call, in percent (wire 3.5, cpu). */
export function measureCores() {
  const sum = () => {
    const total = { user: 0, sys: 0, idle: 0, irq: 0 };
    for (const { times } of os.cpus()) {
      total.user += times.user + times.nice;
      total.sys += times.sys;
      total.idle += times.idle;
      total.irq += times.irq;
    }
    return total;
  };
  let last = sum();
  let kept = { total: 100, sys: 0, used: 0, wait: 0, free: 100 };
  return () => {
    const now = sum();
    const [user, sys, idle, wait] = [
      now.user - last.user,
      now.sys - last.sys,
      now.idle - last.idle,
      now.irq - last.irq,
    ];
    const all = user + sys + idle + wait;
    // The system counts in steps: two calls right after each other see nothing.
    if (all >= 100) {
      last = now;
      kept = {
        total: 100,
        sys: percent(sys, all),
        used: percent(user, all),
        wait: percent(wait, all),
        free: percent(idle, all),
      };
    }
    return { cpuNum: os.cpus().length, ...kept };
  };
}

/** Memory of the machine, or of the container where one is set, in GB. */
export function memory() {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const total = Math.min(os.totalmem(), limit);
  const free = Math.min(process.availableMemory(), total);
  return {
    total: round(total / GB),
    used: round((total - free) / GB),
    free: round(free / GB),
    usage: percent(total - free, total),
  };
}

/** Node in the place of the contract's Java machine: heap in MB, start and age. */
export function runtime() {
  const { heapUsed, heapTotal } = process.memoryUsage();
  return {
    total: round(heapTotal / MB),
    max: round(v8.getHeapStatistics().heap_size_limit / MB),
    free: round((heapTotal - heapUsed) / MB),
    used: round(heapUsed / MB),
    usage: percent(heapUsed, heapTotal),
    name: "Node.js",
    version: process.version,
    home: path.dirname(process.execPath),
    startTime: formatDateTime(new Date(performance.timeOrigin)),
    runTime: spanText(process.uptime()),
    inputArgs: process.execArgv.map(withoutValue).join(" "),
  };
}

/** `0天1小时5分钟`. */
function spanText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 1_440)}天${Math.floor(minutes / 60) % 24}小时${minutes % 60}分钟`;
}

/** An option's value may be a secret: only numbers are shown. */
function withoutValue(argument: string): string {
  if (!argument.startsWith("-")) return "…";
  const [name = "", value] = argument.split("=", 2);
  return value === undefined || /^\d+$/.test(value) ? argument : `${name}=…`;
}

/** The machine; `rootDir` is where the program lies. */
export function system(rootDir: string) {
  const addresses = Object.values(os.networkInterfaces()).flatMap((each) => each ?? []);
  const outer = addresses.find((each) => !each.internal && each.family === "IPv4");
  return {
    computerName: os.hostname(),
    computerIp: outer?.address ?? "127.0.0.1",
    osName: `${os.type()} ${os.release()}`,
    osArch: os.arch(),
    userDir: rootDir,
  };
}

/** statfs(2): magic numbers of the usual file systems. */
const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  61267: "ext4",
  1481003842: "xfs",
  2435016766: "btrfs",
  16914836: "tmpfs",
  2035054128: "overlay",
  26985: "nfs",
  801189825: "zfs",
  1702057286: "fuse",
  4076150800: "f2fs",
  2088527475: "exfat",
};

/** Disks of the data and of the system, in the contract's words; one that cannot be read is left out. */
export async function disks(dataDir: string) {
  const rows = await Promise.all(
    [
      { dirName: dataDir, typeName: "数据目录" },
      { dirName: path.parse(dataDir).root, typeName: "系统根目录" },
    ].map(async ({ dirName, typeName }) => {
      const disk = await fs.promises.statfs(dirName).catch(() => undefined);
      if (!disk) return [];
      const total = disk.blocks * disk.bsize;
      // Space kept for root is neither free nor used by us.
      const free = disk.bavail * disk.bsize;
      const used = (disk.blocks - disk.bfree) * disk.bsize;
      return {
        dirName,
        sysTypeName: FILE_SYSTEMS[disk.type] ?? `0x${disk.type.toString(16)}`,
        typeName,
        total: diskText(total),
        free: diskText(free),
        used: diskText(used),
        usage: percent(used, used + free),
      };
    }),
  );
  return rows.flat();
}

function diskText(bytes: number): string {
  return bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${(bytes / MB).toFixed(1)} MB`;
}
