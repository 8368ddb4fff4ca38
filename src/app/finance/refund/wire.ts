import { type Static, Type } from "typebox";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

/** Money to be given back, or an amount to be put right. Amounts are yuan with two digits. */
export const RefundRow = Type.Object({
  ...numbers("id", "paymentId", "state"),
  /** null: it is for an order of an activity. */
  signId: Nullable(Type.Number()),
  ...texts(
    "kind",
    "applyNo",
    "name",
    "payerName",
    "receivedAmount",
    /** Given back; of a correction the difference, which may be negative. */
    "amount",
    "reason",
    "opinion",
    "askedBy",
    "decidedBy",
    "createTime",
  ),
  decidedAt: Nullable(Type.String()),
  /** Whether this person may agree or refuse: nobody decides on what they asked for themselves. */
  mayDecide: Type.Boolean(),
});
export type RefundRow = Static<typeof RefundRow>;
