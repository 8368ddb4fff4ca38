import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Payable } from "#src/lib/bank/match.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { type Confirming, signsFoundBy } from "../../system/sign/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { refundedOf } from "../service.server.ts";
import { payment } from "../table.server.ts";
import type { Candidate } from "./wire.ts";

/** States in which money is confirmed: lib/membership/sign-life.ts. */
const PAYABLE = [STATE_CODES.waitPay, STATE_CODES.payReview, STATE_CODES.payFailed];

/** Fen that came in for the application and was not given back or put right. */
const received = sql<number>`coalesce((select sum(p.received_fen - ${refundedOf(sql`p.id`)})
  from ${payment} p where p.sign_id = ${sign}.id and p.state = 1), 0)::float8`;

export type PayableRow = Payable & { candidate: Candidate };

/** Applications that wait for money, within what the person may confirm. */
export async function payables(
  db: Db,
  { reached, refusal }: Confirming,
  condition?: SQL,
  limit = 100_000,
): Promise<PayableRow[]> {
  const rows = await db
    .select({
      signId: sign.id,
      applyNo: sign.applyNo,
      name: sign.name,
      memberType: sign.memberType,
      kind: sign.kind,
      reference: sign.reference,
      dueFen: sign.dueFen,
      userId: sign.userId,
      checkedBy: sign.checkedBy,
      revokeAskedBy: sign.revokeAskedBy,
      received,
      voucherPayer: payment.payerName,
      voucherFen: payment.payFen,
      voucherSerial: payment.bankSerial,
    })
    .from(sign)
    .leftJoin(payment, and(eq(payment.signId, sign.id), eq(payment.state, 0)))
    .where(and(inArray(sign.state, PAYABLE), reached, condition))
    .orderBy(sign.id)
    .limit(limit);
  return rows.map((row) => {
    const leftFen = row.dueFen - row.received;
    const voucherPayer = row.voucherPayer ?? "";
    const voucherSerial = row.voucherSerial ?? "";
    const { signId, applyNo, name, memberType, kind } = row;
    const reference = row.reference ?? "";
    return {
      signId,
      name,
      reference,
      leftFen,
      voucherPayer,
      voucherSerial,
      candidate: {
        signId,
        applyNo,
        name,
        memberType,
        kind,
        reference,
        dueAmount: moneyText(row.dueFen),
        leftAmount: moneyText(leftFen),
        voucherPayer,
        voucherAmount: row.voucherFen === null ? "" : moneyText(row.voucherFen),
        voucherSerial,
        refusal: refusal(row) ?? "",
      },
    };
  });
}

/** Applications by a part of their name, or by number or reference. */
export async function findPayables(
  db: Db,
  confirming: Confirming,
  keyword: string,
): Promise<Candidate[]> {
  if (keyword === "") return [];
  const condition = sql`${sign.id} in (${signsFoundBy(keyword)})`;
  const rows = await payables(db, confirming, condition, 20);
  return rows.map(({ candidate }) => candidate);
}
