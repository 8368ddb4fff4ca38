import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import { recordConsent, recordSeparate } from "#src/app/agreement/service.server.ts";
import { checkRegion } from "#src/app/common/regions/service.server.ts";
import { askRefunds, handIn, receivedFor } from "#src/app/finance/service.server.ts";
import { memberOf } from "#src/app/member/service.server.ts";
import { member } from "#src/app/member/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { formProblems } from "#src/lib/membership/check-form.ts";
import { signFormOf } from "#src/lib/membership/forms.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import {
  daysBetween,
  isMemberState,
  memberStateOf,
  RENEWAL_WINDOW,
} from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Act, Done } from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { settleItem } from "../council/settle.server.ts";
import { openIdentity } from "../identity/service.server.ts";
import type { Sign, SignPerson } from "../model/rights.server.ts";
import { put } from "../model/rows.server.ts";
import { samePaper } from "../model/same-paper.server.ts";
import { sign } from "../table.server.ts";
import { requireConsents } from "./consents.server.ts";
import { requireFiles, valuesOf } from "./form-values.server.ts";
import { goOn, levelOfSign } from "./outcome.server.ts";
import { readDues } from "./paid.server.ts";

type SignAct = Act<Sign, SignPerson>;

/** Puts what was filled in into the row; nothing is judged before it is handed in. */
export async function save({ context, tx, before, given }: SignAct): Promise<Done<Sign>> {
  const values = await valuesOf(context, tx, before, given);
  return { after: await put(tx, before.id, values) };
}

/** Saves and hands in. */
export async function submit(act: SignAct): Promise<Done<Sign>> {
  const { context, tx, given, person } = act;
  const values = await valuesOf(context, tx, act.before, given);
  const row = await put(tx, act.before.id, values);
  const level = await levelOfSign(tx, row);
  const today = formatDay(new Date());
  const idNo = openIdentity(context.env.dataDir, row.idSealed);
  const form = idNo === "" ? row.form : { ...row.form, idNo };
  const problems = formProblems(signFormOf(row.memberType).fields, form, {
    today,
    needsReferees: level.needsReferees,
    needsStampedForm: level.needsStampedForm,
    seats: level.seats,
  });
  const region = problems.region ?? (await checkRegion(row.region));
  refuseFields({ ...problems, region, ...levelProblems(row, level) });
  await requireFiles(tx, row);
  await requireReferees(tx, row);
  await requireConsents(tx, given);
  const kind = await kindOf(tx, row, today);
  await requireNew(tx, row);
  const consenting = { userId: row.userId, scene: "sign", ipaddr: person.ip };
  await recordConsent(tx, consenting);
  await recordSeparate(tx, consenting);
  const handedIn = await put(tx, row.id, {
    ...kind,
    submittedAt: new Date(),
    opinion: "",
    returnedFields: [],
    deadlineAt: null,
    remindedDay: 0,
    checkedBy: null,
    checkedAt: null,
  });
  if (kind.kind === "RENEW" && !level.renewalNeedsReview) {
    return { after: await goOn(context, tx, handedIn) };
  }
  return { after: await put(tx, row.id, { state: STATE_CODES.checking }) };
}

/** Why one cannot apply for the level for so many years: texts by field. */
export function levelProblems(
  row: Sign,
  level: { memberType: string; status: string; isOpen: boolean; maxYears: number },
): Record<string, string | undefined> {
  const isRenewal = row.kind === "RENEW";
  const isOpen = level.status === "0" && (level.isOpen || isRenewal);
  return {
    levelId:
      level.memberType === row.memberType && isOpen ? undefined : "该级别暂不接受申请，请另选",
    years: row.years <= level.maxYears ? undefined : `该级别最多一次缴 ${level.maxYears} 年`,
  };
}

/** What the application is, seen from the member that its owner is or was. @throws AppError where it cannot be. */
export async function kindOf(
  tx: Db,
  row: Sign,
  today: string,
): Promise<{ kind: string; memberId: number | null }> {
  const own = await memberOf(tx, row.userId);
  if (!own) {
    if (row.kind !== "NEW") throw new AppError("您还不是会员，请先申请入会");
    return { kind: "NEW", memberId: null };
  }
  if (own.memberType !== row.memberType) {
    throw new AppError(
      own.memberType === "01"
        ? "您的账号已是个人会员；单位入会请用单位的账号申请"
        : "您的账号已是单位会员；个人入会请用本人的账号申请",
    );
  }
  const state = memberStateOf(own, today);
  if (state === "suspended") throw new AppError("您的会籍已中止，请联系会员部");
  const over = own.validTo === null ? undefined : daysBetween(own.validTo, today);
  const left = state === "resigned" || state === "expelled" || over === undefined;
  if (row.kind === "UPGRADE") {
    if (state !== "valid") throw new AppError("会籍已到期，不能变更级别，请先续会");
    if (own.levelId === row.levelId) throw new AppError("您已是这一级别的会员");
    return { kind: "UPGRADE", memberId: own.id };
  }
  if (left || over > RENEWAL_WINDOW.after) return { kind: "REJOIN", memberId: own.id };
  if (row.kind === "RENEW") {
    if (over < -RENEWAL_WINDOW.before) {
      throw new AppError(
        `会籍有效期至 ${own.validTo}，到期前 ${RENEWAL_WINDOW.before} 天起可以续会`,
      );
    }
    return { kind: "RENEW", memberId: own.id };
  }
  if (isMemberState(state)) throw new AppError("您已是会员，无需重复申请；到期前请办理续会");
  return { kind: "RENEW", memberId: own.id };
}

const ID_TAKEN = "该证件号码已有会员或正在办理的申请，请用原账号登录；忘记账号请联系会员部";
const CODE_TAKEN = "该单位已是会员或已有正在办理的申请，请与单位联系人核实，或联系会员部";

/** Nobody else is, or is about to become, a member with the same number. */
async function requireNew(tx: Db, row: Sign): Promise<void> {
  const isPerson = row.memberType === "01";
  const same = isPerson ? samePaper(member, row) : eq(member.creditCode, row.creditCode);
  const others = or(isNull(member.userId), ne(member.userId, row.userId));
  const taken = await tx.$count(member, and(same, others, isNull(member.mergedInto)));
  const open = isPerson ? samePaper(sign, row) : eq(sign.creditCode, row.creditCode);
  const waiting = await tx.$count(
    sign,
    and(open, ne(sign.id, row.id), sql`${sign.state} between 1 and 6`),
  );
  if (taken + waiting === 0) return;
  refuseFields(isPerson ? { idNo: ID_TAKEN } : { creditCode: CODE_TAKEN });
}

/** The same when the other one was faster by a moment: the index has refused it. */
export const TAKEN_BY_INDEX: Readonly<Record<string, [field: string, text: string]>> = {
  sign_one_open_id: ["idNo", ID_TAKEN],
  sign_one_open_credit_code: ["creditCode", CODE_TAKEN],
};

async function requireReferees(tx: Db, row: Sign): Promise<void> {
  const { referees } = row.form;
  if (!Array.isArray(referees)) return;
  const today = formatDay(new Date());
  for (const [index, referee] of referees.entries()) {
    if (typeof referee === "string") continue;
    const [found] = await tx
      .select()
      .from(member)
      .where(and(eq(member.memberNo, referee.memberNo ?? ""), isNull(member.mergedInto)));
    const isGood =
      found && found.name === referee.name && isMemberState(memberStateOf(found, today));
    if (!isGood) {
      refuseFields({
        [`referees.${index}.memberNo`]: "没有找到这位有效会员，请核对姓名和会员编号",
      });
    }
  }
}

/** A draft goes without a trace but for its history; its files are swept. */
export async function discard({ context, tx, before }: SignAct): Promise<Done<Sign>> {
  await context.noteFileUse(tx, "sign", before.id, []);
  await tx.delete(sign).where(eq(sign.id, before.id));
  return { after: undefined };
}

/** With money paid, a refund of it is asked for; somebody of finance decides. */
export async function withdraw({ tx, before, person }: SignAct): Promise<Done<Sign>> {
  if ((await receivedFor(tx, before.id)) > 0) {
    await askRefunds(tx, before.id, person.account.userId, "撤回申请，退还已缴会费");
  }
  await settleItem(tx, before.id, "left");
  const { withdrawn } = STATE_CODES;
  return { after: await put(tx, before.id, { state: withdrawn, deadlineAt: null }) };
}

/** The voucher of a transfer. */
export async function pay({ context, tx, before, given, person }: SignAct): Promise<Done<Sign>> {
  const paid = await readDues(context, tx, before, given, { isOwner: true });
  await handIn(tx, before.id, person.account.userId, paid);
  return { after: await put(tx, before.id, { state: STATE_CODES.payReview, opinion: "" }) };
}
