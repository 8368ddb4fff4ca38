import { type Static, Type } from "typebox";
import { OUTCOMES } from "#src/lib/activity/door.ts";
import { Nullable, numbers, OneOf, texts } from "#src/lib/wire.ts";

/** How many have come, of how many who have a place. */
export const DoorCount = Type.Object(numbers("present", "due"));
export type DoorCount = Static<typeof DoorCount>;

/** An activity at whose door somebody may stand. Moments are milliseconds. */
export const DoorActivity = Type.Object({
  ...numbers("id", "state", "startAt", "endAt", "opensAt", "closesAt", "present", "due"),
  ...texts("title", "place"),
});
export type DoorActivity = Static<typeof DoorActivity>;

/** One place as a phone at the door keeps it: no telephone but its end, and codes as hashes alone. */
export const DoorEntry = Type.Object({
  ...numbers("id", "serial", "state"),
  ...texts("name", "unit", "phoneEnd", "seatNo", "checkedInDoor"),
  checkedInAt: Nullable(Type.Number()),
  hashes: Type.Array(Type.String()),
});
export type DoorEntry = Static<typeof DoorEntry>;

export const DoorList = Type.Object({
  activity: DoorActivity,
  entries: Type.Array(DoorEntry),
  /** The server's clock. */
  now: Type.Number(),
});
export type DoorList = Static<typeof DoorList>;

/** What came of one check-in. */
export const DoorOutcome = Type.Object({
  ...texts("uuid", "text", "name", "unit", "seatNo", "door"),
  outcome: OneOf(OUTCOMES),
  /** 0: the code belongs to nobody. */
  entryId: Type.Number(),
  /** When this one was, and not the first. */
  at: Type.Number(),
});
export type DoorOutcome = Static<typeof DoorOutcome>;
