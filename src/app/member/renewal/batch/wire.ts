import { type Static, Type } from "typebox";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

/** A line of the list, as it would come out; amounts are yuan with two digits. */
export const BatchLine = Type.Object({
  line: Type.Integer(),
  memberId: Nullable(Type.Integer()),
  ...texts("text", "memberNo", "name", "levelName", "validTo", "amount"),
  /** Why this member cannot be renewed; empty: they can. */
  problem: Type.String(),
});
export type BatchLine = Static<typeof BatchLine>;

export const BatchChecked = Type.Object({
  lines: Type.Array(BatchLine),
  ...numbers("good", "bad"),
  total: Type.String(),
});
export type BatchChecked = Static<typeof BatchChecked>;

export const BatchRow = Type.Object({
  ...numbers("id", "count", "done"),
  ...texts("payerName", "remark", "total", "createBy", "createTime"),
});
export type BatchRow = Static<typeof BatchRow>;

/** What was opened, and for whom it was not. */
export const BatchOpened = Type.Object({
  ...numbers("id", "opened"),
  total: Type.String(),
  refused: Type.Array(Type.Object({ ...texts("name", "msg") })),
});
export type BatchOpened = Static<typeof BatchOpened>;
