import { type Static, Type } from "typebox";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

const Disk = Type.Object({
  ...texts("dirName", "sysTypeName", "typeName", "total", "free", "used"),
  ...numbers("usage"),
});
export type Disk = Static<typeof Disk>;

/** What a process says of itself: bytes, milliseconds, percents. */
const Process = Type.Object({
  ...texts("host"),
  ...numbers("pid", "startedAt", "rss", "heapUsed", "heapTotal", "external"),
  ...numbers("loopP50", "loopP99", "utilisation", "cpu", "requests", "perSecond", "seconds"),
});
export type Process = Static<typeof Process>;

const Queue = Type.Object({
  ...texts("name"),
  ...numbers("waiting", "retrying", "active", "completed", "failed", "cancelled"),
});
export type Queue = Static<typeof Queue>;

/** GET /monitor/server: wire 3.5 and what is ours. */
export const Server = Type.Object({
  cpu: Type.Object(numbers("cpuNum", "total", "sys", "used", "wait", "free")),
  mem: Type.Object(numbers("total", "used", "free", "usage")),
  jvm: Type.Object({
    ...numbers("total", "max", "free", "used", "usage"),
    ...texts("name", "version", "home", "startTime", "runTime", "inputArgs"),
  }),
  sys: Type.Object(texts("computerName", "computerIp", "osName", "osArch", "userDir")),
  sysFiles: Type.Array(Disk),
  processes: Type.Array(Process),
  expected: Type.Integer(),
  answeredBy: Type.Integer(),
  queues: Nullable(Type.Array(Queue)),
});
export type Server = Static<typeof Server>;
