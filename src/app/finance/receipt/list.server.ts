import { and, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { timeText } from "#src/db/shanghai.ts";
import { moneyCapitals, moneyText } from "#src/lib/text/money.ts";
import { conditionOf, inputText, type ListInput } from "#src/server/crud/list-query.ts";
import type { Reach } from "../../system/reach/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { payment, receipt } from "../table.server.ts";
import type { OwnReceipt, ReceiptRow } from "./wire.ts";

/** A receipt belongs to the branch of its application. */
export const RECEIPTS = { dept: sign.deptId };

const VOID = 4;

const issuer = alias(user, "issuer");

/** The condition of the list and of its file, within what the permission reaches. */
export function receiptCondition(
  { where }: Reach,
  permission: "finance:receipt:list" | "finance:receipt:export",
  input: ListInput,
): SQL | undefined {
  const states = inputText(input, "state")
    .split(",")
    .filter((text) => /^[0-4]$/.test(text))
    .map(Number);
  const keyword = inputText(input, "keyword");
  const exact = keyword.toUpperCase().replace(/[\s]/g, "");
  const task = /^T(\d{1,9})$/.exec(exact)?.[1];
  return and(
    where(permission, RECEIPTS),
    conditionOf(receipt, { equals: ["kind"] }, input),
    states.length > 0 ? inArray(receipt.state, states) : undefined,
    keyword
      ? or(
          sql`${receipt.title} ilike ${likePattern(keyword)}`,
          sql`${sign.name} ilike ${likePattern(keyword)}`,
          eq(sign.applyNo, exact),
          eq(receipt.receiptNo, exact),
          eq(receipt.registerNo, exact),
          task ? eq(receipt.id, Number(task)) : undefined,
        )
      : undefined,
  );
}

/** How many receipts a condition leaves. */
export async function countReceipts(db: Db, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(receipt)
    .innerJoin(payment, eq(payment.id, receipt.paymentId))
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(condition);
  return row?.total ?? 0;
}

/** A part of the receipts: those that are to be issued first, the longest waiting at the top. */
export async function listReceipts(
  db: Db,
  condition: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReceiptRow[]> {
  const rows = await db
    .select({
      id: receipt.id,
      paymentId: receipt.paymentId,
      signId: payment.signId,
      state: receipt.state,
      kind: receipt.kind,
      applyNo: sign.applyNo,
      name: sign.name,
      title: receipt.title,
      taxNo: receipt.taxNo,
      amountFen: receipt.amountFen,
      email: receipt.email,
      phone: receipt.phone,
      receiptNo: receipt.receiptNo,
      registerNo: sql<string>`coalesce(${receipt.registerNo}, '')`,
      reason: receipt.reason,
      payerName: payment.payerName,
      payTime: timeText(payment.payTime),
      createTime: timeText(receipt.createTime),
      issuedBy: sql<string>`coalesce(${issuer.nickName}, '')`,
      issuedAt: sql<string>`coalesce(${timeText(receipt.issuedAt)}, '')`,
      mailedAt: sql<string>`coalesce(${timeText(receipt.mailedAt)}, '')`,
      hasFile: sql<boolean>`${receipt.file} <> ''`,
    })
    .from(receipt)
    .innerJoin(payment, eq(payment.id, receipt.paymentId))
    .innerJoin(sign, eq(sign.id, payment.signId))
    .leftJoin(issuer, eq(issuer.userId, receipt.issuedBy))
    .where(condition)
    .orderBy(
      // All others have no key here, and come after those that have one.
      sql`case when ${receipt.state} in (0, 3) then ${receipt.id} end`,
      desc(receipt.id),
    )
    .limit(limit)
    .offset(offset);
  return rows.map(({ amountFen, ...row }) => ({
    ...row,
    amount: moneyText(amountFen),
    capitals: moneyCapitals(amountFen),
  }));
}

/** What a person gets for what they paid, the newest first; void ones are nobody's concern any more. */
export async function ownReceipts(db: Db, userId: number): Promise<OwnReceipt[]> {
  const rows = await db
    .select({
      id: receipt.id,
      state: receipt.state,
      kind: receipt.kind,
      applyNo: sign.applyNo,
      title: receipt.title,
      taxNo: receipt.taxNo,
      amountFen: receipt.amountFen,
      receiptNo: receipt.receiptNo,
      reason: receipt.reason,
      createTime: timeText(receipt.createTime),
      issuedAt: sql<string>`coalesce(${timeText(receipt.issuedAt)}, '')`,
      hasFile: sql<boolean>`${receipt.file} <> ''`,
    })
    .from(receipt)
    .innerJoin(payment, eq(payment.id, receipt.paymentId))
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(and(eq(sign.userId, userId), ne(receipt.state, VOID)))
    .orderBy(desc(receipt.id))
    .limit(200);
  return rows.map(({ amountFen, ...row }) => ({ ...row, amount: moneyText(amountFen) }));
}
