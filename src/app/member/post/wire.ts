import { type Static, Type } from "typebox";
import { numbers, texts } from "#src/lib/wire.ts";

export const PeriodRow = Type.Object({
  ...numbers("id", "version", "count"),
  ...texts("periodName", "fromOn", "toOn", "remark"),
});
export type PeriodRow = Static<typeof PeriodRow>;

export const PostRow = Type.Object({
  ...numbers("id", "periodId", "memberId", "post", "version"),
  ...texts("periodName", "memberNo", "name", "postName", "fromOn", "toOn", "resolutionNo"),
  ...texts("endReason", "stateName"),
  isDraft: Type.Boolean(),
});
export type PostRow = Static<typeof PostRow>;

/** What became of each line of a list. */
export const PostsEntered = Type.Object({
  entered: Type.Integer(),
  refused: Type.Array(Type.Object({ line: Type.Integer(), ...texts("text", "msg") })),
});
export type PostsEntered = Static<typeof PostsEntered>;
