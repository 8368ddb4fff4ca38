import { type Static, Type } from "typebox";
import type { MeetingVerb } from "#src/lib/declare/meeting-life.ts";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

const Whole = Type.Integer();

/** A batch with what waits for its committee. */
export const MeetingBatch = Type.Object({
  id: Whole,
  batchName: Type.String(),
  waiting: Whole,
  meetings: Whole,
});
export type MeetingBatch = Static<typeof MeetingBatch>;

export const Meeting = Type.Object({
  ...numbers("id", "batchId", "version", "state"),
  ...texts("meetingName", "meetingOn", "place", "stateName", "resolutionNo"),
  members: Type.Array(Type.String()),
  resolutionOn: Nullable(Type.String()),
  frozenAt: Nullable(Type.String()),
  /** What this person may do with it now. */
  allowed: Type.Array(Type.Unsafe<MeetingVerb>(Type.String())),
});
export type Meeting = Static<typeof Meeting>;

/**
 * Places of a category; null: not bounded. `won`: taken already; `pending`: passes of other meetings that are not shown
 * yet; `passed`: passes of this meeting besides.
 */
export const Quota = Type.Object({
  category: Type.String(),
  places: Nullable(Whole),
  ...numbers("waiting", "won", "pending", "passed"),
});
export type Quota = Static<typeof Quota>;

const Count = Nullable(Whole);

/** A declaration before the committee; `id` 0: the ranking is not frozen yet. */
export const Case = Type.Object({
  ...numbers("id", "version", "itemId", "place", "state"),
  ...texts("itemNo", "title", "category", "unitName", "leader", "stateName"),
  /** Points to two places. */
  ...texts("score", "mean", "spread"),
  agree: Count,
  against: Count,
  abstain: Count,
  ...texts("result", "award", "opinion"),
  /** The declaration has taken the step that was resolved. */
  isCarried: Type.Boolean(),
  /** Members present whom the declaration names: they keep out of its vote. */
  related: Type.Array(Type.String()),
  /** Of who reads the sheet, as owner or as one who writes it too: a colleague notes its votes. */
  isOwn: Type.Boolean(),
});
export type Case = Static<typeof Case>;

export const MeetingSheet = Type.Object({
  batchId: Whole,
  ...texts("batchName", "kind"),
  /** Papers and cases get an award with a pass. */
  asksAward: Type.Boolean(),
  meeting: Nullable(Meeting),
  /** All of the batch, the newest first. */
  meetings: Type.Array(Type.Object({ id: Whole, ...texts("meetingName", "stateName") })),
  quotas: Type.Array(Quota),
  cases: Type.Array(Case),
  /** Declarations that wait for the committee and are on no sheet. */
  waiting: Whole,
  /** Those on which a meeting resolved and nothing was carried out: another meeting may take them up again. */
  resolved: Type.Array(
    Type.Object({
      itemId: Whole,
      ...texts("itemNo", "title", "result", "meetingName", "resolutionNo"),
    }),
  ),
});
export type MeetingSheet = Static<typeof MeetingSheet>;

export const Made = Type.Object({ id: Whole, version: Whole });
export type Made = Static<typeof Made>;
