import { type Static, Type } from "typebox";
import { OneOf } from "#src/lib/wire.ts";

const Text = Type.String();
const Count = Type.Integer();

const Process = Type.Object({
  host: Text,
  pid: Count,
  startedAt: Count,
  pages: Type.Object({ entries: Count, bytes: Count, maxBytes: Count, hits: Count, misses: Count }),
  values: Type.Object({ entries: Count, hits: Count, misses: Count }),
  /** How many of its pages carry each tag. */
  tags: Type.Record(Text, Count),
});
export type Process = Static<typeof Process>;

/** `copy`: read again when dropped. `record`: what clearing all leaves alone. */
const Store = Type.Object({
  cacheName: Text,
  remark: Text,
  kind: OneOf(["copy", "record"]),
  count: Count,
});
export type Store = Static<typeof Store>;

/** GET /monitor/cache: the contract's keys and what is ours. */
export const Figures = Type.Object({
  info: Type.Record(Text, Text),
  dbSize: Count,
  commandStats: Type.Array(Type.Object({ name: Text, value: Text })),
  expected: Count,
  processes: Type.Array(Process),
  stores: Type.Array(Store),
});
export type Caches = Static<typeof Figures>;
