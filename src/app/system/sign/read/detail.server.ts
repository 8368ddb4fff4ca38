import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { regionName } from "#src/app/common/regions/service.server.ts";
import { type Payment, paymentsOf, receivedFor } from "#src/app/finance/service.server.ts";
import { stepsOf } from "#src/app/inbox/service.server.ts";
import { memberCertificate } from "#src/app/member/certificate/table.server.ts";
import { levelOf, type Member, memberOf } from "#src/app/member/service.server.ts";
import { member } from "#src/app/member/table.server.ts";
import type { Db } from "#src/db/client.ts";
import type { SignKind } from "#src/lib/membership/fees.ts";
import type { MemberType } from "#src/lib/membership/form.ts";
import { signFormOf } from "#src/lib/membership/forms.ts";
import {
  nameOfSignStep,
  SIGN_LIFE,
  STATE_CODES,
  stateOfCode,
} from "#src/lib/membership/sign-life.ts";
import {
  daysBetween,
  MEMBER_STATE_NAMES,
  memberStateOf,
  RENEWAL_WINDOW,
} from "#src/lib/membership/terms.ts";
import { maskPaperNumber } from "#src/lib/people/masks.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import type { Context } from "#src/server/start/context.ts";
import { settings } from "../../config/service.server.ts";
import { dept } from "../../dept/table.server.ts";
import { openIdentity } from "../identity/service.server.ts";
import { allowedTo, QUERY, type Sign, type SignPerson } from "../model/rights.server.ts";
import { turnOf } from "../model/turn.server.ts";
import { sign } from "../table.server.ts";
import type { Fee, Info, MemberShape, PaymentShape, SignWhole, StepShape } from "../wire.ts";
import { checksOf } from "./checks.server.ts";
import { maskedForm } from "./masked.server.ts";

type Place = Pick<Context, "db" | "env" | "memo">;

const text = (date: Date | null): string | null => (date ? formatDateTime(date) : null);

/** The owner's latest application; for staff the one that is asked for, within reach. */
export async function findSign(
  db: Db,
  person: SignPerson,
  asked: { id?: number | undefined; applyNo?: string | undefined },
): Promise<Sign | undefined> {
  const { account, reach } = person;
  const own = eq(sign.userId, account.userId);
  const [row] =
    asked.id === undefined && !asked.applyNo
      ? await db.select().from(sign).where(own).orderBy(desc(sign.id)).limit(1)
      : await db
          .select()
          .from(sign)
          .where(
            asked.id === undefined ? eq(sign.applyNo, asked.applyNo ?? "") : eq(sign.id, asked.id),
          )
          .limit(1);
  if (!row || row.userId === account.userId) return row;
  const isInReach = ([QUERY, "member:finance:query"] as const).some((permission) =>
    reach.covers(permission, { ownerId: null, deptId: row.deptId }),
  );
  return isInReach ? row : undefined;
}

/** All that getInfo answers of an application. */
export async function infoOf(
  context: Place,
  person: SignPerson,
  row: Sign | undefined,
): Promise<Info> {
  const { db } = context;
  const isOwner = !row || row.userId === person.account.userId;
  const ofMember =
    row && !isOwner ? await memberOfSign(db, row) : await memberOf(db, person.account.userId);
  const memberShape = ofMember ? await shapeOfMember(db, ofMember) : null;
  if (!row) {
    return {
      sign: null,
      fee: null,
      payment: null,
      payments: [],
      timeline: [],
      allowed: [],
      member: memberShape,
      checks: null,
    };
  }
  const payments = (await paymentsOf(db, row.id)).map((each) => shapeOfPayment(context, each));
  return {
    sign: await shapeOfSign(context, row, isOwner),
    fee: await feeOf(context, row),
    payment: payments.find(({ state }) => state !== 3) ?? null,
    payments: isOwner ? payments.filter(({ state }) => state !== 3) : payments,
    timeline: await timelineOf(db, row, isOwner),
    allowed: allowedTo(row, person),
    member: memberShape,
    checks: isOwner ? null : await checksOf(db, row),
  };
}

async function memberOfSign(db: Db, row: Sign): Promise<Member | undefined> {
  if (row.memberId === null) return undefined;
  const [found] = await db.select().from(member).where(eq(member.id, row.memberId));
  return found;
}

async function shapeOfMember(db: Db, row: Member): Promise<MemberShape> {
  const today = formatDay(new Date());
  const state = memberStateOf(row, today);
  const [certificate] = await db
    .select({ code: memberCertificate.code })
    .from(memberCertificate)
    .where(and(eq(memberCertificate.memberId, row.id), isNull(memberCertificate.revokedAt)))
    .orderBy(desc(memberCertificate.toOn))
    .limit(1);
  const over = row.validTo === null ? undefined : daysBetween(row.validTo, today);
  return {
    memberNo: row.memberNo,
    levelName: (await levelOf(db, row.levelId))?.levelName ?? "",
    state,
    stateName: MEMBER_STATE_NAMES[state],
    validFrom: row.validFrom,
    validTo: row.validTo,
    joinedOn: row.joinedOn,
    certificateCode: certificate?.code ?? "",
    canRenew: over !== undefined && over >= -RENEWAL_WINDOW.before && over <= RENEWAL_WINDOW.after,
  };
}

async function shapeOfSign(context: Place, row: Sign, isOwner: boolean): Promise<SignWhole> {
  const { db, env } = context;
  const idNo = openIdentity(env.dataDir, row.idSealed);
  // What one is still writing is one's own to read; afterwards even the owner sees it masked.
  const isWriting = row.state === STATE_CODES.draft || row.state === STATE_CODES.returned;
  const shownId = isOwner && isWriting ? idNo : maskPaperNumber(idNo);
  const form = isOwner ? row.form : maskedForm(row.form);
  const branches =
    row.branchIds.length > 0
      ? await db.select().from(dept).where(inArray(dept.deptId, row.branchIds))
      : [];
  const level = row.levelId === null ? undefined : await levelOf(db, row.levelId);
  return {
    id: row.id,
    applyNo: row.applyNo,
    kind: row.kind as SignKind,
    memberType: row.memberType as MemberType,
    state: row.state,
    stateName: SIGN_LIFE.states[stateOfCode(row.state)].name,
    version: row.version,
    name: row.name,
    form: idNo === "" ? form : { ...form, idNo: shownId },
    levelId: row.levelId,
    levelName: level?.levelName ?? "",
    years: row.years,
    regionName: await regionName(row.region),
    branchIds: row.branchIds,
    // In the order of their ids above: the first is whose it is.
    branchNames: row.branchIds.map(
      (id) => branches.find(({ deptId }) => deptId === id)?.deptName ?? "",
    ),
    directoryVisible: row.directoryVisible,
    files: linksOf(context, row),
    submittedAt: text(row.submittedAt),
    deadlineAt: text(row.deadlineAt),
    doneAt: text(row.doneAt),
    opinion: row.opinion,
    returnedFields: row.returnedFields,
    waiverReason: isOwner ? "" : row.waiverReason,
    resolutionNo: row.resolutionNo,
    resolutionDate: row.resolutionOn,
    revokeReason: isOwner ? "" : row.revokeReason,
    ...turnOf(row),
  };
}

/** Private files by key; public ones have their address as a value already. */
function linksOf({ env }: Place, row: Sign): Record<string, string> {
  const { fields } = signFormOf(row.memberType);
  const keys = Object.entries(fields).flatMap(([name, field]) => {
    const value = row.form[name];
    return field.kind === "files" && Array.isArray(value) ? value.map(String) : [];
  });
  return Object.fromEntries(
    keys
      .filter((key) => key.startsWith("private/"))
      .map((key) => [key, privateLink(env.dataDir, key)]),
  );
}

async function feeOf(context: Place, row: Sign): Promise<Fee | null> {
  if (row.reference === null) return null;
  const values = await settings(context);
  return {
    amount: moneyText(row.dueFen),
    received: moneyText(await receivedFor(context.db, row.id)),
    account: values.get("member.payee") ?? "",
    bank: values.get("member.payeeBank") ?? "",
    accountNo: values.get("member.payeeAccount") ?? "",
    reference: row.reference,
    deadline: text(row.deadlineAt),
  };
}

function shapeOfPayment({ env }: Place, row: Payment): PaymentShape {
  return {
    id: row.id,
    state: row.state,
    payAmount: moneyText(row.payFen),
    receivedAmount: moneyText(row.receivedFen),
    payTime: formatDateTime(row.payTime),
    payMethod: row.method,
    payerName: row.payerName,
    payerAccountTail: row.payerTail,
    bankSerial: row.bankSerial ?? "",
    voucherFiles: row.voucherFiles,
    voucherLinks: row.voucherFiles.map((key) => privateLink(env.dataDir, key)),
    remark: row.remark,
    invoice: row.invoice,
    reasonCode: row.reasonCode,
    reason: row.reason,
    confirmedAt: text(row.confirmedAt),
    createTime: formatDateTime(row.createTime),
    isOpened: row.openedAt !== null,
  };
}

const nameOfState = (code: string): string =>
  code === "" ? "" : SIGN_LIFE.states[stateOfCode(Number(code))].name;

/** The history, the newest first. Owners are not told who of the staff it was. */
async function timelineOf(db: Db, row: Sign, isOwner: boolean): Promise<StepShape[]> {
  const steps = await stepsOf(db, SIGN_LIFE.subject, row.id);
  return steps.map((step) => {
    const isOwnStep = step.userId === row.userId;
    const staff = step.userId === null ? "系统" : "学会工作人员";
    return {
      action: step.action,
      name: nameOfSignStep(step.action),
      fromState: nameOfState(step.fromState),
      toState: nameOfState(step.toState),
      opinion: step.opinion,
      by: isOwnStep ? "申请人" : isOwner ? staff : step.nickName,
      time: formatDateTime(step.createTime),
    };
  });
}
