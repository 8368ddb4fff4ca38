import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import { containsPairs } from "#src/db/like.ts";
import { timeText } from "#src/db/shanghai.ts";
import { moneyCapitals, moneyText } from "#src/lib/text/money.ts";
import { conditionOf, inputText, type ListInput } from "#src/server/crud/list-query.ts";
import { ordersFoundBy } from "../../activity/service.server.ts";
import { activityOrder } from "../../activity/table.server.ts";
import type { Reach } from "../../system/reach/service.server.ts";
import { signsFoundBy } from "../../system/sign/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { causeName, causeNo, causeUser } from "../cause/service.server.ts";
import { payment, receipt } from "../table.server.ts";
import type { OwnReceipt, ReceiptRow } from "./wire.ts";

/** A receipt belongs to the branch of its application; those for activities are for who reaches all. */
export const RECEIPTS = { dept: sign.deptId };

const VOID = 4;

const issuer = alias(user, "issuer");

type Permission = "finance:receipt:list" | "finance:receipt:export";

/** Receipts that a permission reaches, by those alone where it reaches all. */
function reached({ has, scope, where }: Reach, permission: Permission): SQL | undefined {
  if (has(permission) && scope(permission).isAll) return undefined;
  return sql`${receipt.paymentId} in (select ${payment.id} from ${payment}
    join ${sign} on ${sign.id} = ${payment.signId} where ${where(permission, RECEIPTS)})`;
}

const ofName = alias(receipt, "of_name");

/** Receipts by title, applicant or number: each way by its own index, as one condition they have none. */
function foundBy(keyword: string): SQL {
  const exact = keyword.toUpperCase().replace(/[\s]/g, "");
  const task = /^T(\d{1,9})$/.exec(exact)?.[1];
  const receipts = sql`${receipt} as ${sql.identifier("of_name")}`;
  return sql`${receipt.id} in (
    select ${ofName.id} from ${receipts} where ${containsPairs(ofName.title, keyword)}
    union select ${ofName.id} from ${receipts} where ${ofName.receiptNo} <> '' and ${ofName.receiptNo} = ${exact}
    union select ${ofName.id} from ${receipts}
      where ${ofName.registerNo} = ${exact} or ${ofName.id} = ${task ? Number(task) : null}
    union select ${ofName.id} from ${receipts} where ${ofName.paymentId} in (select ${payment.id} from ${payment}
      where ${payment.signId} in (${signsFoundBy(keyword)}))
    union select ${ofName.id} from ${receipts} where ${ofName.paymentId} in (select ${payment.id} from ${payment}
      where ${payment.orderId} in (${ordersFoundBy(keyword)})))`;
}

/** The condition of the list and of its file, within what the permission reaches; undefined: all of them. */
export function receiptCondition(
  reach: Reach,
  permission: Permission,
  input: ListInput,
): SQL | undefined {
  const states = inputText(input, "state")
    .split(",")
    .filter((text) => /^[0-4]$/.test(text))
    .map(Number);
  const keyword = inputText(input, "keyword");
  return and(
    reached(reach, permission),
    conditionOf(receipt, { equals: ["kind"] }, input),
    states.length > 0 ? inArray(receipt.state, states) : undefined,
    keyword ? foundBy(keyword) : undefined,
  );
}

/** A part of the receipts: those that are to be issued first, the longest waiting at the top. */
export async function listReceipts(
  db: Db,
  condition: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReceiptRow[]> {
  // As the index receipt_list has it. All others have no key in the first, and come after those that have one.
  const order = [
    sql`case when ${receipt.state} in (0, 3) then ${receipt.id} end`,
    desc(receipt.id),
  ];
  // The rows first: those of the other tables would be looked up for all that are passed over.
  const page = await db
    .select({ id: receipt.id })
    .from(receipt)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const ids = page.map(({ id }) => id);
  const rows = await db
    .select({
      id: receipt.id,
      paymentId: receipt.paymentId,
      signId: payment.signId,
      state: receipt.state,
      kind: receipt.kind,
      applyNo: causeNo,
      name: causeName,
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
    .leftJoin(sign, eq(sign.id, payment.signId))
    .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
    .leftJoin(issuer, eq(issuer.userId, receipt.issuedBy))
    .where(inArray(receipt.id, ids))
    .orderBy(...order);
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
      applyNo: causeNo,
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
    .leftJoin(sign, eq(sign.id, payment.signId))
    .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
    .where(and(eq(causeUser, userId), ne(receipt.state, VOID)))
    .orderBy(desc(receipt.id))
    .limit(200);
  return rows.map(({ amountFen, ...row }) => ({ ...row, amount: moneyText(amountFen) }));
}
