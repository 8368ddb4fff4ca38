import { type Static, Type } from "typebox";
import { Nullable, numbers, OneOf, texts } from "#src/lib/wire.ts";

// What the three calls below /monitor/druid answer.

const Running = Type.Object({
  ...numbers("pid", "seconds"),
  ...texts("state", "application", "statement"),
  waitsFor: Nullable(Type.String()),
});
export type Running = Static<typeof Running>;

/**
 * The whole of the database since its figures began: bytes, seconds, counts. `statsReset` is when they
 * began, null: with the database; `at` when they were read, in milliseconds.
 */
export const Figures = Type.Object({
  database: Type.Object({
    ...texts("version", "name"),
    ...numbers("uptime", "size", "maxConnections", "commits", "rollbacks", "blocksHit"),
    ...numbers("blocksRead", "deadlocks", "tempFiles", "tempBytes", "at"),
    statsReset: Nullable(Type.String()),
  }),
  connections: Type.Array(Type.Object({ ...texts("state"), ...numbers("count", "own") })),
  running: Type.Array(Running),
});
export type Figures = Static<typeof Figures>;

const Table = Type.Object({
  ...texts("schemaName", "tableName"),
  ...numbers("size", "indexSize", "rows", "deadRows", "seqScans", "indexScans"),
  lastVacuum: Nullable(Type.String()),
  lastAnalyze: Nullable(Type.String()),
});
export type Table = Static<typeof Table>;

const Index = Type.Object({
  ...texts("schemaName", "tableName", "indexName"),
  ...numbers("size", "scans"),
  isUnused: Type.Boolean(),
});
export type Index = Static<typeof Index>;

export const Storage = Type.Object({ tables: Type.Array(Table), indexes: Type.Array(Index) });

const Statement = Type.Object({
  ...texts("statement"),
  ...numbers("calls", "meanMs", "maxMs", "totalMs", "share", "rows"),
});
export type Statement = Static<typeof Statement>;

export const Slowest = Type.Object({
  reason: OneOf(["none", "missing", "unloaded"]),
  since: Nullable(Type.String()),
  statements: Type.Array(Statement),
});
export type Slowest = Static<typeof Slowest>;
