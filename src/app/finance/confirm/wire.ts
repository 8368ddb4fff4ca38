import { type Static, Type } from "typebox";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

/** One payment as finance sees it in the list. Amounts are yuan with two digits. */
export const PaymentRow = Type.Object({
  ...numbers("id", "state"),
  /** What it is for: an application, or an order of an activity. */
  signId: Nullable(Type.Number()),
  orderId: Nullable(Type.Number()),
  ...texts(
    /** lib/membership/income.ts */
    "incomeType",
    "activityTitle",
    "applyNo",
    "name",
    "reference",
    "payerName",
    "method",
    "bankSerial",
    "payAmount",
    "receivedAmount",
    /** Still to be paid before this payment. */
    "dueAmount",
    /** What is paid, once confirmed what came in, less what was due: below zero is too little. */
    "difference",
    "payTime",
    "createTime",
    /** Why finance should look twice; empty for no reason. */
    "warning",
  ),
  confirmedAt: Nullable(Type.String()),
});
export type PaymentRow = Static<typeof PaymentRow>;
