import { type Static, Type } from "typebox";
import { texts } from "#src/lib/wire.ts";

/** One of two members that may be one, as somebody who decides sees it; masked. */
export const MergeSide = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  ...texts(
    "memberNo",
    "name",
    "levelName",
    "stateName",
    "joinedOn",
    "idNo",
    "creditCode",
    "phone",
    "email",
    "regionName",
    "workUnit",
    "branchName",
    "accountName",
  ),
  terms: Type.Array(Type.String()),
  posts: Type.Array(Type.String()),
  signs: Type.Integer(),
  certificates: Type.Integer(),
});
export type MergeSide = Static<typeof MergeSide>;

export const MergeLook = Type.Object({
  sides: Type.Array(MergeSide),
  /** Why they cannot be merged; empty where they can. */
  problem: Type.String(),
  /** Days that both have paid for, a line each. */
  clashes: Type.Array(Type.String()),
});
export type MergeLook = Static<typeof MergeLook>;
