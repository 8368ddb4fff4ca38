import { type Static, Type } from "typebox";

/** An account that may be put on the list of experts. */
export const AccountChoice = Type.Object({
  userId: Type.Integer(),
  nickName: Type.String(),
  userName: Type.String(),
});
export type AccountChoice = Static<typeof AccountChoice>;
