/** What the three calls below /monitor/druid answer, as the page reads it. */
export type Figures = {
  /** The whole of the database since its figures began. Bytes, seconds, counts. */
  database: {
    version: string;
    uptime: number;
    name: string;
    size: number;
    maxConnections: number;
    commits: number;
    rollbacks: number;
    blocksHit: number;
    blocksRead: number;
    deadlocks: number;
    tempFiles: number;
    tempBytes: number;
    /** When the figures began; null: with the database. */
    statsReset: string | null;
    /** When this was read, milliseconds. */
    at: number;
  };
  connections: { state: string; count: number; own: number }[];
  running: Running[];
};

export type Running = {
  pid: number;
  seconds: number;
  state: string;
  application: string;
  statement: string;
  waitsFor: string | null;
};

export type Table = {
  schemaName: string;
  tableName: string;
  size: number;
  indexSize: number;
  rows: number;
  deadRows: number;
  lastVacuum: string | null;
  lastAnalyze: string | null;
};

export type Index = {
  schemaName: string;
  tableName: string;
  indexName: string;
  size: number;
  scans: number;
  isUnused: boolean;
};

export type Statement = {
  statement: string;
  calls: number;
  meanMs: number;
  maxMs: number;
  totalMs: number;
  share: number;
  rows: number;
};

export type Slowest = {
  reason: "none" | "missing" | "unloaded";
  since: string | null;
  statements: Statement[];
};
