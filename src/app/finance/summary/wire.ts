import { type Static, Type } from "typebox";
import { numbers, texts } from "#src/lib/wire.ts";

/** Income of one month, kind and level. Amounts are yuan with two digits. */
export const SummaryRow = Type.Object({
  ...texts(
    /** 2026-03 */
    "month",
    /** dues, training, meeting, donation, other */
    "kind",
    /** 01 persons, 02 units */
    "memberType",
    "levelName",
    "received",
    /** Given back in this month, whenever it had come in. */
    "refunded",
    "net",
  ),
  ...numbers("count"),
});
export type SummaryRow = Static<typeof SummaryRow>;

export const Summary = Type.Object({
  year: Type.Number(),
  /** Years in which money came in, the newest first, with the one that is shown. */
  years: Type.Array(Type.Number()),
  rows: Type.Array(SummaryRow),
});
export type Summary = Static<typeof Summary>;
