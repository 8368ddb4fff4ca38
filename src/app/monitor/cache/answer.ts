/** GET /monitor/cache as its page reads it: what is ours, beside the contract's keys. */
export type Caches = {
  dbSize: number;
  expected: number;
  processes: Process[];
  stores: Store[];
};

export type Process = {
  host: string;
  pid: number;
  startedAt: number;
  pages: { entries: number; bytes: number; maxBytes: number; hits: number; misses: number };
  values: { entries: number; hits: number; misses: number };
  tags: Record<string, number>;
};

export type Store = {
  cacheName: string;
  remark: string;
  /** `copy`: read again when dropped. `record`: 清除全部 leaves it alone. */
  kind: "copy" | "record";
  count: number;
};
