import { type Static, Type } from "typebox";
import type { DeclareSchema, DeclareValues } from "#src/lib/declare/schema.ts";
import type { ScoreSheet, Scores } from "#src/lib/declare/score-sheet.ts";
import { Nullable } from "#src/lib/wire.ts";

const Text = Type.String();
const Whole = Type.Integer();
const Flag = Type.Boolean();
const Sheet = Type.Unsafe<ScoreSheet>(
  Type.Object({ criteria: Type.Array(Type.Unknown()), least: Whole }),
);
const Given = Type.Unsafe<Scores>(Type.Record(Text, Text));

/** A batch that waits for an expert, in a line; times as `yyyy-MM-dd HH:mm:ss`. */
export const Duty = Type.Object({
  id: Whole,
  batchName: Text,
  state: Whole,
  stateName: Text,
  dueAt: Nullable(Text),
  open: Whole,
  done: Whole,
});
export type Duty = Static<typeof Duty>;

export const DutyItem = Type.Object({
  id: Whole,
  itemNo: Text,
  title: Text,
  category: Text,
  state: Whole,
  stateName: Text,
  /** 86.50 of what was handed in. */
  total: Text,
});
export type DutyItem = Static<typeof DutyItem>;

/** A batch as its expert sees it. */
export const DutyWhole = Type.Object({
  ...Duty.properties,
  intro: Text,
  isBlind: Flag,
  promise: Text,
  promiseVersion: Whole,
  /** Nothing of the declarations is shown before the promise of this version was given. */
  needsPromise: Flag,
  items: Type.Array(DutyItem),
});
export type DutyWhole = Static<typeof DutyWhole>;

/** A file as experts get it: under the name of its slot. */
const Material = Type.Object({ slot: Text, index: Whole, name: Text, bytes: Whole });

/** One declaration with what the expert has filled in. */
export const ReviewWhole = Type.Object({
  ...DutyItem.properties,
  panelId: Whole,
  batchName: Text,
  dueAt: Nullable(Text),
  isBlind: Flag,
  version: Whole,
  isWritable: Flag,
  schema: Type.Unsafe<DeclareSchema>(Type.Object({ sections: Type.Array(Type.Unknown()) })),
  values: Type.Unsafe<DeclareValues>(Type.Record(Text, Type.Unknown())),
  files: Type.Array(Material),
  sheet: Sheet,
  scores: Given,
  comments: Given,
  comment: Text,
});
export type ReviewWhole = Static<typeof ReviewWhole>;

export const Written = Type.Object({ id: Whole, state: Whole, version: Whole, total: Text });
export type Written = Static<typeof Written>;

/** How a batch is judged, as the office edits it. */
export const Plan = Type.Object({
  batchId: Whole,
  batchName: Text,
  reviewers: Whole,
  isBlind: Flag,
  dueAt: Nullable(Text),
  perExpert: Whole,
  sheet: Sheet,
  promise: Text,
  promiseVersion: Whole,
  version: Whole,
  /** Somebody has handed in: the sheet stays as it is. */
  isFixed: Flag,
});
export type Plan = Static<typeof Plan>;

export const PanelRow = Type.Object({
  id: Whole,
  expertId: Whole,
  name: Text,
  unitName: Text,
  field: Text,
  state: Whole,
  stateName: Text,
  reason: Text,
  open: Whole,
  done: Whole,
  recused: Whole,
  remindedAt: Nullable(Text),
});
export type PanelRow = Static<typeof PanelRow>;

/** One expert on one declaration. */
export const SeatRow = Type.Object({
  id: Whole,
  panelId: Whole,
  name: Text,
  state: Whole,
  stateName: Text,
  total: Text,
  reason: Text,
});
export type SeatRow = Static<typeof SeatRow>;

export const ProgressItem = Type.Object({
  id: Whole,
  itemNo: Text,
  title: Text,
  category: Text,
  unitName: Text,
  state: Whole,
  done: Whole,
  /** How many experts it lacks. */
  missing: Whole,
  seats: Type.Array(SeatRow),
});
export type ProgressItem = Static<typeof ProgressItem>;

export const Progress = Type.Object({
  plan: Plan,
  isOverdue: Flag,
  experts: Type.Array(PanelRow),
  items: Type.Array(ProgressItem),
});
export type Progress = Static<typeof Progress>;

/** An expert who may be put on a declaration by hand, or why not. */
export const Choice = Type.Object({
  panelId: Whole,
  name: Text,
  unitName: Text,
  field: Text,
  load: Whole,
  refusal: Text,
});
export type Choice = Static<typeof Choice>;

/** An expert of the list who may be invited. */
export const Invitee = Type.Object({
  expertId: Whole,
  name: Text,
  unitName: Text,
  field: Text,
});
export type Invitee = Static<typeof Invitee>;

export const Arranged = Type.Object({
  given: Whole,
  short: Type.Array(Type.Object({ itemId: Whole, itemNo: Text, title: Text, why: Text })),
});
export type Arranged = Static<typeof Arranged>;

export const ResultRow = Type.Object({
  id: Whole,
  place: Whole,
  itemNo: Text,
  title: Text,
  category: Text,
  unitName: Text,
  state: Whole,
  stateName: Text,
  version: Whole,
  count: Whole,
  score: Text,
  mean: Text,
  spread: Text,
  isWide: Flag,
  /** Points of each expert, the highest first. */
  totals: Type.Array(Text),
});
export type ResultRow = Static<typeof ResultRow>;

export const PanelResults = Type.Object({ reviewers: Whole, rows: Type.Array(ResultRow) });
export type PanelResults = Static<typeof PanelResults>;

export const PanelBatch = Type.Object({ id: Whole, batchName: Text, waiting: Whole });
export type PanelBatch = Static<typeof PanelBatch>;
