import { type Static, Type } from "typebox";
import { numbers, texts } from "#src/lib/wire.ts";

/** One person's place as staff have it in the list; the telephone is masked. */
export const EntryRow = Type.Object({
  ...numbers("id", "activityId", "serial", "state", "version"),
  ...texts(
    "title",
    "name",
    "phone",
    "unit",
    "post",
    "email",
    "seatNo",
    "amount",
    "priceName",
    "source",
    "contactName",
    "remark",
    "opinion",
    "createTime",
    "checkedInAt",
    "checkedInDoor",
  ),
});
export type EntryRow = Static<typeof EntryRow>;

export const ActivityChoice = Type.Object({
  /** `taken`: seats, at least as many as people who can be printed. */
  ...numbers("id", "state", "taken"),
  ...texts("title", "startAt"),
});
export type ActivityChoice = Static<typeof ActivityChoice>;

/** What an act on several did with each. */
export const EntryOutcome = Type.Object({
  id: Type.Number(),
  isDone: Type.Boolean(),
  text: Type.String(),
});
export type EntryOutcome = Static<typeof EntryOutcome>;
