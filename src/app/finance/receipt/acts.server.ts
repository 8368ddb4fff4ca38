import { and, eq, type SQL } from "drizzle-orm";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { nextNumber } from "#src/app/member/service.server.ts";
import { sendEvent } from "#src/app/message/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { hasCode } from "#src/lib/causes.ts";
import { checkReceiptNo, normaliseReceiptNo } from "#src/lib/membership/receipts.ts";
import { checkCreditCode, normaliseCreditCode } from "#src/lib/people/credit-code.ts";
import { checkEmail, normaliseEmail } from "#src/lib/people/email.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import { isReason, REASON } from "#src/lib/text/reason.ts";
import type { NoteFileUse } from "#src/server/files/file-users.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { activityOrder } from "../../activity/table.server.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { type PayerTold, payerOf } from "../cause/service.server.ts";
import { leftOf } from "../service.server.ts";
import { payment, receipt } from "../table.server.ts";
import { put, type Receipt, tellDesk } from "./service.server.ts";

const CHANGED = "这张票据已被他人办理，请刷新后查看";
const USED = "该票据号码已用于另一张票据，请核对";
const NO_FILE = "请重新上传电子票据";
const NO_MAIL = "请填写收票邮箱";

/** A receipt with its payment and application, held until the transaction ends. */
export async function lockReceipt(tx: Db, id: number, condition: SQL | undefined) {
  const [found] = await tx
    .select({ paymentId: receipt.paymentId })
    .from(receipt)
    .innerJoin(payment, eq(payment.id, receipt.paymentId))
    .leftJoin(sign, eq(sign.id, payment.signId))
    .leftJoin(activityOrder, eq(activityOrder.id, payment.orderId))
    .where(and(eq(receipt.id, id), condition));
  if (!found) throw new AppError(NOT_FOUND, { code: 404 });
  // The payment first, as refunds do: what is left of it stays what it was.
  const [paid] = await tx
    .select()
    .from(payment)
    .where(eq(payment.id, found.paymentId))
    .for("update");
  const [row] = await tx.select().from(receipt).where(eq(receipt.id, id)).for("update");
  const owner = paid && (await payerOf(tx, paid));
  if (!paid || !row || !owner) throw new AppError(NOT_FOUND, { code: 404 });
  return { row, paid, owner };
}

type Locked = Awaited<ReturnType<typeof lockReceipt>>;

/**
 * Enters the number and the file of a receipt that finance has made out elsewhere, and gives it its place in the
 * register of the year. Its owner is told; by mail only where there is a file to fetch.
 * @throws AppError where it is issued already, or the number stands with another one.
 */
export async function issue(
  tx: Db,
  account: Account,
  { row, owner }: Locked,
  given: { receiptNo: string; file: string; email: string },
  noteFileUse: NoteFileUse,
): Promise<void> {
  if (row.state !== 0) throw new AppError(CHANGED);
  const receiptNo = normaliseReceiptNo(given.receiptNo);
  const email = normaliseEmail(given.email);
  refuseFields({
    receiptNo: checkReceiptNo(receiptNo),
    email: email === "" ? undefined : checkEmail(email),
    file: given.file === "" || (await isReceiptFile(tx, given.file)) ? undefined : NO_FILE,
  });
  const year = Number(formatDay(new Date()).slice(0, 4));
  const place = await nextNumber(tx, "receipt", year);
  const isMailed = given.file !== "" && email !== "";
  try {
    await put(
      tx,
      row.id,
      {
        state: isMailed ? 2 : 1,
        receiptNo,
        registerNo: `${year}-${String(place).padStart(5, "0")}`,
        file: given.file,
        email,
        issuedBy: account.userId,
        issuedAt: new Date(),
        mailedAt: isMailed ? new Date() : null,
      },
      account,
    );
  } catch (error) {
    if (!hasCode(error, /^23505$/)) throw error;
    throw new AppError(USED, { fields: { receiptNo: USED } });
  }
  await noteFileUse(tx, "receipt", row.id, [given.file]);
  await noteStep(tx, { subject: "receipt", subjectId: row.id, action: "receiptIssue", account });
  await tellOwner(tx, { ...row, receiptNo }, owner, isMailed ? email : "");
  await tellDesk(tx);
}

async function isReceiptFile(tx: Db, key: string): Promise<boolean> {
  return (
    (await tx.$count(
      storedFile,
      and(eq(storedFile.path, key), eq(storedFile.purpose, "receipt")),
    )) === 1
  );
}

/** `mail`: where the letter goes; "" for none, where there is nothing to fetch. */
const tellOwner = (
  tx: Db,
  { id, receiptNo, amountFen }: Receipt,
  { name, target }: PayerTold,
  mail: string,
) =>
  sendEvent(tx, {
    event: "receiptIssued",
    ...target,
    ...(mail ? { mail } : { isUnmailed: true }),
    subject: "receipt",
    subjectId: id,
    fields: { 姓名: name, 票据号码: receiptNo, 金额: moneyShown(amountFen) },
  });

/** Sends the letter about an issued receipt once more, to the same mail address or another. */
export async function mailAgain(
  tx: Db,
  account: Account,
  { row, owner }: Locked,
  given: { email: string },
): Promise<void> {
  if (row.state !== 1 && row.state !== 2) throw new AppError("只有已开具的票据可以寄送");
  if (row.file === "") throw new AppError("这张票据没有电子文件，请邮寄或通知缴费人领取");
  const email = normaliseEmail(given.email);
  refuseFields({ email: email === "" ? NO_MAIL : checkEmail(email) });
  await put(tx, row.id, { state: 2, email, mailedAt: new Date() }, account);
  await noteStep(tx, { subject: "receipt", subjectId: row.id, action: "receiptMail", account });
  await tellOwner(tx, row, owner, email);
}

const checkWhy = (reason: string) =>
  isReason(reason) ? undefined : `请写明原因，${REASON.least} 到 ${REASON.most} 个字`;

/** The owner asks for another one: a wrong title, a lost paper. */
export async function askAgain(
  tx: Db,
  account: Account,
  { row }: Locked,
  given: { reason: string },
): Promise<void> {
  if (row.state === 3) throw new AppError("重开申请已提交，请等待财务人员处理");
  if (row.state !== 1 && row.state !== 2) throw new AppError("票据开具之后才能申请重开");
  const reason = given.reason.trim();
  refuseFields({ reason: checkWhy(reason) });
  await put(tx, row.id, { state: 3, reason }, account);
  const action = "receiptAskAgain";
  await noteStep(tx, { subject: "receipt", subjectId: row.id, action, opinion: reason, account });
  await tellDesk(tx);
}

/** No other one is made out; the one that stands stays good. */
export async function keepIssued(
  tx: Db,
  account: Account,
  { row, owner }: Locked,
  given: { reason: string },
): Promise<void> {
  if (row.state !== 3) throw new AppError(CHANGED);
  const reason = given.reason.trim();
  refuseFields({ reason: checkWhy(reason) });
  await put(tx, row.id, { state: row.mailedAt ? 2 : 1, reason: "" }, account);
  const action = "receiptKeep";
  await noteStep(tx, { subject: "receipt", subjectId: row.id, action, opinion: reason, account });
  await sendEvent(tx, {
    event: "receiptKept",
    ...owner.target,
    subject: "receipt",
    subjectId: row.id,
    fields: { 姓名: owner.name, 票据号码: row.receiptNo, 原因: reason },
  });
  await tellDesk(tx);
}

type Head = { title: string; taxNo: string; email: string };

/** The head of a receipt as it is kept, and what is wrong with each of its fields. */
function readHead(given: Head): { head: Head; problems: Record<string, string | undefined> } {
  const title = given.title.trim();
  const taxNo = normaliseCreditCode(given.taxNo);
  const email = normaliseEmail(given.email);
  const isLong = Array.from(title).length > 100;
  return {
    head: { title, taxNo, email },
    problems: {
      title: title === "" || isLong ? "请填写票据抬头，最多 100 个字" : undefined,
      taxNo: taxNo === "" ? undefined : checkCreditCode(taxNo),
      email: email === "" ? undefined : checkEmail(email),
    },
  };
}

/**
 * Makes a receipt void and puts another one, for what is left of the payment, among those to be issued; none
 * where nothing is left.
 */
export async function replace(
  tx: Db,
  account: Account,
  { row, paid }: Locked,
  given: Head & { reason: string },
): Promise<void> {
  if (row.state === 4) throw new AppError(CHANGED);
  const reason = given.reason.trim();
  const { head, problems } = readHead(given);
  refuseFields({ ...problems, reason: checkWhy(reason) });
  await put(tx, row.id, { state: 4, reason }, account);
  const left = await leftOf(tx, paid);
  if (left > 0) {
    const { paymentId, kind, phone } = row;
    await tx.insert(receipt).values({ paymentId, kind, phone, amountFen: left, ...head });
  }
  const action = "receiptVoid";
  await noteStep(tx, { subject: "receipt", subjectId: row.id, action, opinion: reason, account });
  await tellDesk(tx);
}

/** Changes the head of a receipt that is not made out yet. */
export async function changeHead(
  tx: Db,
  account: Account,
  { row }: Locked,
  given: Head,
): Promise<void> {
  if (row.state !== 0) throw new AppError(CHANGED);
  const { head, problems } = readHead(given);
  refuseFields(problems);
  await put(tx, row.id, head, account);
}
