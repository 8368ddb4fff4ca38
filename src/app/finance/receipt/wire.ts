import { type Static, Type } from "typebox";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

/** A receipt as finance sees it. Amounts are yuan with two digits; times are empty where there are none. */
export const ReceiptRow = Type.Object({
  ...numbers("id", "paymentId", "state"),
  /** null: it is for an order of an activity. */
  signId: Nullable(Type.Number()),
  ...texts(
    "kind",
    "applyNo",
    "name",
    "title",
    "taxNo",
    "amount",
    /** The amount in capitals: 叁佰元整. */
    "capitals",
    "email",
    "phone",
    /** The number on the paper, and the place in the society's own register of a year: 2026-00012. */
    "receiptNo",
    "registerNo",
    /** Why another one is asked for, or why it is void. */
    "reason",
    "payerName",
    "payTime",
    "createTime",
    "issuedBy",
    "issuedAt",
    "mailedAt",
  ),
  hasFile: Type.Boolean(),
});
export type ReceiptRow = Static<typeof ReceiptRow>;

/** A receipt as its owner sees it. */
export const OwnReceipt = Type.Object({
  ...numbers("id", "state"),
  ...texts(
    "kind",
    "applyNo",
    "title",
    "taxNo",
    "amount",
    "receiptNo",
    "reason",
    "createTime",
    "issuedAt",
  ),
  hasFile: Type.Boolean(),
});
export type OwnReceipt = Static<typeof OwnReceipt>;

export const FileLink = Type.Object(texts("url"));
