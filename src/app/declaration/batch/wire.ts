import { type Static, Type } from "typebox";
import type { RowOf } from "#src/lib/fields/facts.ts";
import type { ENTITY } from "./entity.ts";

export const Copied = Type.Object({ id: Type.Integer() });
export type Copied = Static<typeof Copied>;

/** Who may hand in later, and until when. */
export const Unlocked = Type.Object({ nickName: Type.String(), untilAt: Type.String() });
export type Unlocked = Static<typeof Unlocked>;

/** A batch as the office lists it. */
export type BatchRow = RowOf<(typeof ENTITY)["facts"], "id">;
