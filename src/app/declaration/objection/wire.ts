import { type Static, Type } from "typebox";
import type { ObjectionVerb } from "#src/lib/declare/objection-life.ts";
import { numbers, texts } from "#src/lib/wire.ts";

/** One's own objection. Times as `yyyy-MM-dd HH:mm:ss`. */
export const OwnObjection = Type.Object({
  ...numbers("id", "itemId", "state", "version"),
  ...texts("stateName", "itemNo", "title", "reason", "answer", "createTime"),
});
export type OwnObjection = Static<typeof OwnObjection>;

/** An objection in the list of staff; the contact is masked there. */
export const ObjectionRow = Type.Object({
  ...OwnObjection.properties,
  ...texts("name", "contact", "batchName", "itemStateName", "publicUntil", "answeredAt"),
  allowed: Type.Array(Type.Unsafe<ObjectionVerb>(Type.String())),
});
export type ObjectionRow = Static<typeof ObjectionRow>;
