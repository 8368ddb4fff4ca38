import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Invoice } from "#src/lib/membership/invoice.ts";
import { checkBankSerial, normaliseBankSerial } from "#src/lib/people/bank-serial.ts";
import { checkCreditCode, normaliseCreditCode } from "#src/lib/people/credit-code.ts";
import { checkEmail, normaliseEmail } from "#src/lib/people/email.ts";
import { parseDateTime } from "#src/lib/text/dates.ts";
import { checkMoney, fenOf } from "#src/lib/text/money.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { storedFile } from "../../common/upload/table.server.ts";
import { type Paid, type PaidFor, paymentsOf } from "../service.server.ts";

/** Who pays for what, as far as a payment is read. */
export type Payer = {
  paidFor: PaidFor;
  /** Whose uploads the vouchers must be; null for a guest, who has none. */
  userId: number | null;
  isUnit: boolean;
  name: string;
  creditCode: string;
  email: string;
};

const METHODS = ["bank", "online", "cash"];
const MAX_FILES = 3;
/** A transfer that was written down a little before it was made: clocks differ. */
const AHEAD_MS = 3_600_000;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

/**
 * What a body says of money: addFinance of product 4.3. The owner shows a voucher; finance may write down
 * cash, or a transfer of which there is none.
 */
export async function readPaid(
  { noteFileUse }: Pick<Context, "noteFileUse">,
  tx: Db,
  payer: Payer,
  given: Given,
  { isOwner }: { isOwner: boolean },
): Promise<Paid> {
  const amount = textOf(given.payAmount);
  const time = parseDateTime(textOf(given.payTime));
  const method = textOf(given.payMethod) || "bank";
  const payerName = textOf(given.payerName);
  const payerTail = textOf(given.payerAccountTail);
  const serial = normaliseBankSerial(textOf(given.bankSerial));
  const remark = textOf(given.remark);
  const files = Array.isArray(given.voucherFiles) ? given.voucherFiles.map(textOf) : [];
  refuseFields({
    payAmount: amount === "" ? "请填写缴费金额" : checkMoney(amount),
    payTime: timeProblem(textOf(given.payTime), time),
    payMethod: METHODS.includes(method) ? undefined : "请选择缴费方式",
    payerName:
      payerName === ""
        ? "请填写付款人名称"
        : Array.from(payerName).length > 100
          ? "付款人名称最多 100 个字"
          : undefined,
    payerAccountTail: /^(\d{4})?$/.test(payerTail) ? undefined : "请填写付款账号的后 4 位数字",
    // Who cannot show a voucher says at least which transfer it was.
    bankSerial:
      serial !== ""
        ? checkBankSerial(serial)
        : isOwner && payer.userId === null
          ? "请填写银行流水号，便于财务核对"
          : undefined,
    remark: Array.from(remark).length > 200 ? "备注最多 200 个字" : undefined,
    voucherFiles:
      isOwner && payer.userId !== null && files.length === 0
        ? "请上传缴费凭证"
        : files.length > MAX_FILES
          ? `缴费凭证最多 ${MAX_FILES} 个文件`
          : undefined,
  });
  const invoice = readInvoice(payer, given.invoice, payerName);
  const hashes = await hashesOf(tx, files, isOwner ? payer.userId : undefined);
  // Vouchers of the payments before are evidence as well: what is not named here is swept.
  const before = (await paymentsOf(tx, payer.paidFor)).flatMap(({ voucherFiles }) => voucherFiles);
  const [subject, id] =
    typeof payer.paidFor === "number"
      ? (["payment", payer.paidFor] as const)
      : (["activity_order", payer.paidFor.orderId] as const);
  await noteFileUse(tx, subject, id, [JSON.stringify([...before, ...files])]);
  return {
    payFen: fenOf(amount) ?? 0,
    payTime: time ?? new Date(),
    method,
    payerName,
    payerTail,
    bankSerial: serial || null,
    voucherFiles: files,
    voucherHashes: hashes,
    remark,
    invoice,
  };
}

function timeProblem(text: string, time: Date | undefined): string | undefined {
  if (text === "") return "请选择缴费时间";
  if (!time) return "缴费时间应为真实的日期，如 2026-03-05";
  return time.getTime() > Date.now() + AHEAD_MS ? "缴费时间不能晚于现在" : undefined;
}

/** For whom the receipt is made out; without a word of it, the payer as the application knows it. */
function readInvoice(payer: Payer, given: unknown, payerName: string): Invoice {
  const said =
    typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  const isUnit = (textOf(said.titleType) || (payer.isUnit ? "unit" : "person")) === "unit";
  const taxNo = normaliseCreditCode(textOf(said.taxNo) || (isUnit ? payer.creditCode : ""));
  const email = normaliseEmail(textOf(said.email) || payer.email);
  const title = textOf(said.title) || (isUnit ? payer.name : payerName);
  refuseFields({
    "invoice.title": Array.from(title).length > 100 ? "票据抬头最多 100 个字" : undefined,
    "invoice.taxNo": taxNo === "" ? undefined : checkCreditCode(taxNo),
    "invoice.email": email === "" ? undefined : checkEmail(email),
  });
  return {
    type: textOf(said.type) === "invoice" ? "invoice" : "dues",
    titleType: isUnit ? "unit" : "person",
    title,
    taxNo,
    email,
    phone: textOf(said.phone).slice(0, 20),
  };
}

/** Hashes of vouchers as they were sent; `ownerId`: whose they must be. */
async function hashesOf(
  tx: Db,
  files: readonly string[],
  ownerId: number | null | undefined,
): Promise<string[]> {
  if (files.length === 0) return [];
  const rows = await tx
    .select()
    .from(storedFile)
    .where(and(inArray(storedFile.path, [...files]), eq(storedFile.purpose, "voucher")));
  const own = rows.filter((file) => ownerId === undefined || file.ownerId === ownerId);
  refuseFields({
    voucherFiles: own.length === new Set(files).size ? undefined : "请重新上传缴费凭证",
  });
  return own.map((file) => file.sourceSha256 || file.sha256);
}
