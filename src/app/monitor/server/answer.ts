/** GET /monitor/server as its page reads it; wire 3.5 and what is ours. */
export type Server = {
  cpu: { cpuNum: number; sys: number; used: number; wait: number; free: number };
  mem: { total: number; used: number; free: number; usage: number };
  jvm: {
    max: number;
    used: number;
    name: string;
    version: string;
    home: string;
    startTime: string;
    inputArgs: string;
  };
  sys: {
    computerName: string;
    computerIp: string;
    osName: string;
    osArch: string;
    userDir: string;
  };
  sysFiles: Disk[];
  processes: Process[];
  expected: number;
  answeredBy: number;
  queues: Queue[] | null;
};

export type Disk = {
  dirName: string;
  sysTypeName: string;
  typeName: string;
  total: string;
  free: string;
  used: string;
  usage: number;
};

/** Bytes, milliseconds, percents. */
export type Process = {
  pid: number;
  host: string;
  startedAt: number;
  rss: number;
  heapUsed: number;
  heapTotal: number;
  loopP50: number;
  loopP99: number;
  utilisation: number;
  cpu: number;
  requests: number;
  perSecond: number;
};

export type Queue = {
  name: string;
  waiting: number;
  retrying: number;
  active: number;
  completed: number;
  failed: number;
  cancelled: number;
};
