import { type Static, Type } from "typebox";
import type { DeclareVerb } from "#src/lib/declare/declare-life.ts";
import type { DeclareSchema, DeclareValues } from "#src/lib/declare/schema.ts";
import type { BatchPhase } from "#src/lib/declare/words.ts";
import { Nullable } from "#src/lib/wire.ts";

const Text = Type.String();
const Whole = Type.Integer();
const Flag = Type.Boolean();
/** Codes of lib/declare/declare-life.ts. */
const State = Type.Integer({ minimum: 0, maximum: 14 });
/** What may be done now, by this person: the server decides, pages show. */
const Allowed = Type.Array(Type.Unsafe<DeclareVerb>(Text));

/** What a saving or a step answers. `conflicts`: fields that somebody else has changed, which stayed as they are. */
export const Saved = Type.Object({
  id: Whole,
  itemNo: Text,
  state: State,
  version: Whole,
  conflicts: Type.Array(Text),
  /** What stands there now, where it is not only what was sent. */
  values: Nullable(Type.Unsafe<DeclareValues>(Type.Record(Text, Type.Unknown()))),
});
export type Saved = Static<typeof Saved>;

/** A batch as applicants see it; times as `yyyy-MM-dd HH:mm:ss`. */
export const BatchCard = Type.Object({
  id: Whole,
  batchName: Text,
  kind: Text,
  kindName: Text,
  intro: Text,
  guideHref: Text,
  openAt: Nullable(Text),
  closeAt: Nullable(Text),
  phase: Type.Unsafe<BatchPhase>(Text),
  /** Why this person cannot begin one; empty where they can. */
  refusal: Text,
});
export type BatchCard = Static<typeof BatchCard>;

/** One line of 我的申报, or of what waits for a unit. */
export const ItemLine = Type.Object({
  id: Whole,
  itemNo: Text,
  batchId: Whole,
  batchName: Text,
  title: Text,
  category: Text,
  unitName: Text,
  state: State,
  stateName: Text,
  /** Until when somebody has to act; null: nobody has. */
  dueAt: Nullable(Text),
  isOwner: Flag,
  isWritable: Flag,
});
export type ItemLine = Static<typeof ItemLine>;

export const Mine = Type.Object({
  /** The server's clock, in milliseconds. */
  now: Type.Number(),
  batches: Type.Array(BatchCard),
  items: Type.Array(ItemLine),
  /** Declarations that wait for the unit of this account. */
  duties: Type.Array(ItemLine),
});
export type Mine = Static<typeof Mine>;

export const StoredName = Type.Object({ name: Text, url: Text, bytes: Whole });
export type StoredName = Static<typeof StoredName>;

const DeclareStep = Type.Object({
  action: Text,
  name: Text,
  by: Text,
  opinion: Text,
  time: Text,
});

/** A declaration with all that is filled in. */
export const ItemWhole = Type.Object({
  ...ItemLine.properties,
  now: Type.Number(),
  kind: Text,
  version: Whole,
  values: Type.Unsafe<DeclareValues>(Type.Record(Text, Type.Unknown())),
  schema: Type.Unsafe<DeclareSchema>(Type.Object({ sections: Type.Array(Type.Unknown()) })),
  /** The private files that it names, by their keys; their addresses live for ten minutes. */
  files: Type.Record(Text, StoredName),
  ownerName: Text,
  closeAt: Nullable(Text),
  submittedAt: Nullable(Text),
  publicUntil: Nullable(Text),
  opinion: Text,
  awardName: Text,
  gradeName: Text,
  /** Certificates that hold; the letter that tells of its result is there. */
  certificates: Type.Array(Type.Object({ code: Text, certNo: Text, kindName: Text })),
  hasLetter: Flag,
  /** For its owner alone: by which others join in writing. */
  shareCode: Text,
  writers: Type.Array(Text),
  timeline: Type.Array(DeclareStep),
  allowed: Allowed,
});
export type ItemWhole = Static<typeof ItemWhole>;

/** A line of the secretariat's list. */
export const QueueRow = Type.Object({
  id: Whole,
  itemNo: Text,
  batchId: Whole,
  batchName: Text,
  kind: Text,
  title: Text,
  category: Text,
  unitName: Text,
  leader: Text,
  state: State,
  stateName: Text,
  award: Text,
  grade: Text,
  submittedAt: Nullable(Text),
  publicUntil: Nullable(Text),
  version: Whole,
  allowed: Allowed,
});
export type QueueRow = Static<typeof QueueRow>;

/** What became of each of several. */
export const Results = Type.Array(
  Type.Object({ id: Whole, ok: Flag, msg: Text, state: Nullable(State) }),
);
export type Results = Static<typeof Results>;

export const Counts = Type.Array(Type.Object({ state: State, count: Whole }));
export type Counts = Static<typeof Counts>;

export const BatchChoice = Type.Object({ id: Whole, batchName: Text });
export type BatchChoice = Static<typeof BatchChoice>;
