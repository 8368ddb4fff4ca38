import {
  confirmMoney,
  handedIn,
  receivedFor,
  refuseMoney,
  shortBy,
} from "#src/app/finance/service.server.ts";
import { type LinePart, takeFromLine } from "#src/app/finance/statement/service.server.ts";
import { requireStepUp } from "#src/app/login/stepUp/service.server.ts";
import { unjoin } from "#src/app/member/service.server.ts";
import { signFormOf } from "#src/lib/membership/forms.ts";
import { REFUSAL_REASONS } from "#src/lib/membership/payments.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { checkBankSerial, normaliseBankSerial } from "#src/lib/people/bank-serial.ts";
import { formatDateTime, formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import { checkMoney, fenOf } from "#src/lib/text/money.ts";
import { isLongReason, isReason, REASON } from "#src/lib/text/reason.ts";
import type { Act, Done, Given } from "#src/server/flow/flow.ts";
import { AppError, FORBIDDEN, refuseFields } from "#src/server/http/errors.ts";
import { settleItem } from "../council/settle.server.ts";
import type { Sign, SignPerson } from "../model/rights.server.ts";
import { put } from "../model/rows.server.ts";
import { complete, deadline, goOn, levelOfSign } from "./outcome.server.ts";
import { readDues } from "./paid.server.ts";

type SignAct = Act<Sign, SignPerson>;

const MAX_OPINION = 500;

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** What the owner will read. @throws AppError where it is too long. */
export function opinionOf(given: Given): string {
  const opinion = textOf(given.opinion) || textOf(given.reason);
  refuseFields({
    opinion: Array.from(opinion).length > MAX_OPINION ? `意见最多 ${MAX_OPINION} 个字` : undefined,
  });
  return opinion;
}

/** The same where it must say something. */
function reasonOf(given: Given, what: string): string {
  const reason = opinionOf(given);
  refuseFields({
    opinion: isLongReason(reason) ? undefined : `${what}时请写明原因，至少 ${REASON.least} 个字`,
  });
  return reason;
}

const checked = (person: SignPerson) => ({
  checkedBy: person.account.userId,
  checkedAt: new Date(),
});

/** To the council where the level asks for it, to the payment, or without a fee straight in. */
export async function pass({ context, tx, before, given, person }: SignAct): Promise<Done<Sign>> {
  const row = await put(tx, before.id, { ...checked(person), opinion: "" });
  const level = await levelOfSign(tx, row);
  const isNew = row.kind !== "RENEW";
  if (level.needsCouncil && isNew) {
    return { after: await put(tx, row.id, { state: STATE_CODES.council }) };
  }
  return { after: await goOn(context, tx, row, waiverOf(given, person)) };
}

/** 免缴 needs a permission of its own, and a reason. */
function waiverOf(given: Given, { reach }: SignPerson): string {
  const reason = textOf(given.waiverReason);
  if (given.isWaived !== true) return "";
  if (!reach.has("member:fee:waive")) throw new AppError(FORBIDDEN, { code: 403 });
  refuseFields({
    waiverReason: isLongReason(reason)
      ? undefined
      : `减免会费请写明原因，至少 ${REASON.least} 个字`,
  });
  return reason;
}

/** Back to the owner, with the fields that are to be mended. */
export async function sendBack({ tx, before, given, person }: SignAct): Promise<Done<Sign>> {
  const { fields } = signFormOf(before.memberType);
  const named = Array.isArray(given.fields) ? given.fields.map(textOf) : [];
  const after = await put(tx, before.id, {
    ...checked(person),
    state: STATE_CODES.returned,
    opinion: reasonOf(given, "退回"),
    returnedFields: named.filter((name) => Object.hasOwn(fields, name)),
    deadlineAt: deadline(),
    remindedDay: 0,
  });
  return { after };
}

export async function reject({ tx, before, given, person }: SignAct): Promise<Done<Sign>> {
  const opinion = reasonOf(given, "不予通过");
  const { rejected } = STATE_CODES;
  return { after: await put(tx, before.id, { ...checked(person), state: rejected, opinion }) };
}

/** Number and day of the council's resolution. @throws AppError where one is missing or cannot be read. */
export function resolutionOf(given: Given) {
  const resolutionNo = textOf(given.resolutionNo);
  const on = parseDateTime(textOf(given.resolutionDate));
  refuseFields({
    resolutionNo:
      resolutionNo === ""
        ? "请填写决议号"
        : Array.from(resolutionNo).length > 50
          ? "决议号最多 50 个字"
          : undefined,
    resolutionDate: on ? undefined : "请填写决议日期",
  });
  return { resolutionNo, resolutionOn: on ? formatDay(on) : null };
}

export async function councilPass({ context, tx, before, given }: SignAct): Promise<Done<Sign>> {
  const row = await put(tx, before.id, resolutionOf(given));
  await settleItem(tx, row.id, "passed", opinionOf(given));
  return { after: await goOn(context, tx, row) };
}

export async function councilReject({ tx, before, given }: SignAct): Promise<Done<Sign>> {
  const resolution = resolutionOf(given);
  const opinion = reasonOf(given, "不予通过");
  await settleItem(tx, before.id, "rejected", opinion);
  const { rejected } = STATE_CODES;
  return { after: await put(tx, before.id, { ...resolution, state: rejected, opinion }) };
}

/** What the bank's line says of the payment; it stands above what a voucher says. */
function paidByLine(before: Sign, { line, part }: LinePart) {
  return {
    // A bank that gives no serial: the line itself is what nobody may use again.
    bankSerial: line.serial ?? `L${line.id}`,
    payTime: formatDateTime(line.paidAt),
    payMethod: "bank",
    payerName: line.payerName || before.name,
    payerAccountTail: line.payerTail,
    facts: { payTime: line.paidAt, method: "bank", part },
  };
}

/** Money came in: all of it makes a member, less leaves the rest to be paid. */
export async function confirm({
  context,
  tx,
  before,
  given,
  person,
}: SignAct): Promise<Done<Sign>> {
  await requireStepUp(context, person.account);
  const waiting = await handedIn(tx, before.id);
  const ofLine = person.linePart && paidByLine(before, person.linePart);
  const amount = textOf(given.receivedAmount) || textOf(given.payAmount);
  const serial =
    ofLine?.bankSerial ||
    normaliseBankSerial(textOf(given.bankSerial)) ||
    waiting?.bankSerial ||
    "";
  refuseFields({
    receivedAmount: amount === "" ? "请填写实收金额" : checkMoney(amount),
    bankSerial: serial === "" ? undefined : checkBankSerial(serial),
  });
  const body = { ...given, ...ofLine, payAmount: amount };
  const paid = waiting
    ? { ...waiting, ...ofLine?.facts, bankSerial: serial || null }
    : {
        ...(await readDues(context, tx, before, body, { isOwner: false })),
        ...ofLine?.facts,
      };
  const isTransfer = paid.method === "bank";
  refuseFields({
    bankSerial: isTransfer && serial === "" ? "请填写银行流水号" : undefined,
  });
  const fen = fenOf(amount) ?? 0;
  const paymentId = await confirmMoney(tx, before.id, person.account.userId, paid, fen);
  if (person.linePart) {
    const lineId = person.linePart.line.id;
    await takeFromLine(tx, { lineId, paymentId, fen, userName: person.account.userName });
  }
  const received = await receivedFor(tx, before.id);
  if (received >= before.dueFen) {
    return { after: await complete(context, tx, before, paid.payTime) };
  }
  const opinion = shortBy(received, before.dueFen);
  const after = await put(tx, before.id, {
    state: STATE_CODES.waitPay,
    opinion,
    deadlineAt: deadline(),
    remindedDay: 0,
  });
  return { after, opinion };
}

export async function fail({ tx, before, given }: SignAct): Promise<Done<Sign>> {
  const code = textOf(given.reasonCode);
  const reason = textOf(given.reason);
  refuseFields({
    reasonCode: Object.hasOwn(REFUSAL_REASONS, code) ? undefined : "请选择驳回原因",
    reason: isReason(reason) ? undefined : "请写明驳回原因，5 到 200 个字",
  });
  await refuseMoney(tx, before.id, { code, reason });
  const opinion = `${REFUSAL_REASONS[code]}：${reason}`;
  const after = await put(tx, before.id, {
    state: STATE_CODES.payFailed,
    opinion,
    deadlineAt: deadline(),
    remindedDay: 0,
  });
  return { after, opinion };
}

/** Where time ran out, it goes on. */
export async function reopen({ tx, before }: SignAct): Promise<Done<Sign>> {
  const wasReturned = before.closedFrom === STATE_CODES.returned;
  const after = await put(tx, before.id, {
    state: wasReturned ? STATE_CODES.returned : STATE_CODES.waitPay,
    closedFrom: null,
    deadlineAt: deadline(),
    remindedDay: 0,
  });
  return { after };
}

const TOO_LATE = "只能在办结当天撤销；已过当天的，请办理退会或退款";

const isToday = ({ doneAt }: Sign): boolean =>
  doneAt !== null && formatDay(doneAt) === formatDay(new Date());

export async function askRevoke({ tx, before, given, person }: SignAct): Promise<Done<Sign>> {
  if (!isToday(before)) throw new AppError(TOO_LATE);
  const revokeReason = reasonOf(given, "提请撤销");
  const { userId } = person.account;
  return { after: await put(tx, before.id, { revokeAskedBy: userId, revokeReason }) };
}

export async function revoke({ context, tx, before, person }: SignAct): Promise<Done<Sign>> {
  await requireStepUp(context, person.account);
  if (!isToday(before)) throw new AppError(TOO_LATE);
  await unjoin(tx, before.id, { by: person.account.nickName, reason: before.revokeReason });
  const after = await put(tx, before.id, {
    state: STATE_CODES.voided,
    opinion: before.revokeReason,
  });
  return { after, opinion: before.revokeReason };
}
