import { type Static, Type } from "typebox";
import type { Verdict } from "#src/lib/membership/council.ts";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

/** A meeting in the list. */
export const MeetingRow = Type.Object({
  ...numbers("id", "version", "count", "waiting"),
  ...texts("meetingName", "kind", "meetingOn", "place", "resolutionNo", "remark"),
  resolutionOn: Nullable(Type.String()),
});
export type MeetingRow = Static<typeof MeetingRow>;

/** An item of the sheet: `signId` for an application, `memberId` for a member who has lapsed. */
export const SheetItem = Type.Object({
  id: Type.Integer(),
  signId: Nullable(Type.Integer()),
  memberId: Nullable(Type.Integer()),
  ...texts("number", "name", "kindName", "levelName", "regionName", "summary"),
  /** What the first review said, and who. */
  ...texts("reviewer", "reviewOpinion"),
  /** Empty: waits; else a key of RESULT_NAMES. */
  ...texts("result", "opinion"),
});
export type SheetItem = Static<typeof SheetItem>;

export const Sheet = Type.Object({ meeting: MeetingRow, items: Type.Array(SheetItem) });
export type Sheet = Static<typeof Sheet>;

/** An application that waits for the council and is on no sheet. */
export const Candidate = Type.Object({
  id: Type.Integer(),
  ...texts("applyNo", "name", "kindName", "levelName", "regionName", "submittedAt"),
  /** The meeting that put it off; empty for none. */
  postponedBy: Type.String(),
});
export type Candidate = Static<typeof Candidate>;

/** What became of each item. */
export const Outcome = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ok: Type.Boolean(),
  msg: Type.String(),
});
export type Outcome = Static<typeof Outcome>;

/** What a body says of one item. */
export type SaidVerdict = { id: number; verdict: Verdict; opinion: string };
