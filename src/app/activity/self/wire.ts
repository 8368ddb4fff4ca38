import { type Static, Type } from "typebox";
import { OUTCOMES } from "#src/lib/activity/door.ts";
import { OneOf, texts } from "#src/lib/wire.ts";

/** The activity of a room's code. `problem`: why nobody can check in with it now; empty where they can. */
export const RoomEvent = Type.Object(texts("title", "place", "startAt", "endAt", "problem"));
export type RoomEvent = Static<typeof RoomEvent>;

/** What came of checking in oneself. */
export const Arrived = Type.Object({
  outcome: OneOf(OUTCOMES),
  ...texts("text", "name", "unit", "seatNo"),
});
export type Arrived = Static<typeof Arrived>;
