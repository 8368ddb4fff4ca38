import { type Static, Type } from "typebox";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

/** A member whose term ends soon or has ended. */
export const RenewalRow = Type.Object({
  ...numbers("id", "days", "reminders"),
  ...texts("memberNo", "memberType", "name", "levelName", "branchName", "validTo", "stage"),
  /** Masked. */
  phone: Type.String(),
  hasAccount: Type.Boolean(),
  /** When the last reminder of this term went out. */
  remindedAt: Nullable(Type.String()),
  /** The application that is on its way. */
  signId: Nullable(Type.Integer()),
  applyNo: Type.String(),
  /** The meeting on whose sheet the member stands; empty for none. */
  meetingName: Type.String(),
});
export type RenewalRow = Static<typeof RenewalRow>;

export const StageCounts = Type.Array(Type.Object({ stage: Type.String(), count: Type.Integer() }));
export type StageCounts = Static<typeof StageCounts>;

/** What became of each of several members. */
export const Reminded = Type.Array(
  Type.Object({ id: Type.Integer(), name: Type.String(), ok: Type.Boolean(), msg: Type.String() }),
);
export type Reminded = Static<typeof Reminded>;

/** A meeting that has not decided. */
export const OpenMeeting = Type.Object({
  id: Type.Integer(),
  ...texts("meetingName", "meetingOn"),
});
export type OpenMeeting = Static<typeof OpenMeeting>;
