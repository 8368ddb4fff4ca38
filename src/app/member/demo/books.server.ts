import type { payment, receipt } from "#src/app/finance/table.server.ts";
import { sealIdentity } from "#src/app/system/sign/identity/service.server.ts";
import type { sign } from "#src/app/system/sign/table.server.ts";
import { type Random, random } from "#src/lib/art/random.ts";
import { dueOf } from "#src/lib/membership/fees.ts";
import { referenceOf } from "#src/lib/membership/reference.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { parseDateTime } from "#src/lib/text/dates.ts";
import type { memberCertificate } from "../certificate/table.server.ts";
import { type Level, newCertificateCode } from "../service.server.ts";
import type { member } from "../table.server.ts";
import type { memberTerm } from "../term/table.server.ts";
import type { DemoLife, DemoSign } from "./lives.server.ts";
import type { DemoPapers } from "./papers.server.ts";
import type { Subject } from "./people.server.ts";
import type { DemoStaff } from "./staff.server.ts";

/** Somebody of the demo with all that is known of them, before there are rows. */
export type DemoPerson = {
  /** Its place among them all: what is drawn on its voucher follows from it, whatever the day. */
  nth: number;
  /** Its place among those who have sent a voucher that is not confirmed. */
  voucher: number | undefined;
  subject: Subject;
  life: DemoLife;
  level: Level;
  /** null: an older member without an account. */
  userId: number | null;
  deptId: number | null;
  isVisible: boolean;
};

/** What the rows are made with: all of it is taken before, so that making them asks nothing. */
export type DemoTools = {
  next: Random;
  dataDir: string;
  staff: Record<"reviewer" | "secretary" | "treasurer", DemoStaff>;
  papers: DemoPapers;
  /** The meeting that has decided, and the one to come. */
  meetings: { held: number; coming: number; resolutionNo: string; resolutionOn: string };
  takeId: (table: "member" | "sign" | "term" | "payment") => number;
  memberNo: (type: Subject["memberType"], year: number) => string;
  applyNo: (month: number) => string;
};

export type DemoRows = {
  members: (typeof member.$inferInsert)[];
  signs: (typeof sign.$inferInsert)[];
  terms: (typeof memberTerm.$inferInsert)[];
  certificates: (typeof memberCertificate.$inferInsert)[];
  payments: (typeof payment.$inferInsert)[];
  receipts: (typeof receipt.$inferInsert)[];
};

export const noRows = (): DemoRows => ({
  members: [],
  signs: [],
  terms: [],
  certificates: [],
  payments: [],
  receipts: [],
});

/** An hour of the working day in Shanghai. */
export function momentOf(day: string, hour = 10): Date {
  const moment = parseDateTime(`${day} ${String(hour).padStart(2, "0")}:20:00`);
  if (!moment) throw new Error(`${day} is no day`);
  return new Date(Math.min(moment.getTime(), Date.now()));
}

const ASKED_TO_PAY: readonly string[] = ["waitPay", "payReview", "payFailed", "closed", "done"];
const CHECKED: readonly string[] = [...ASKED_TO_PAY, "council", "returned", "rejected"];

const OPINIONS: Readonly<Record<string, string>> = {
  returned: "照片不清晰，请重新上传近期正面免冠照片",
  rejected: "所填专业经历与入会条件不符，欢迎积累经历后再次申请",
  payFailed: "凭证看不清：请重新上传清晰的转账回单",
};

/** The rows of one person or unit. */
export function addRows(rows: DemoRows, person: DemoPerson, tools: DemoTools): void {
  const { subject, life, level, deptId } = person;
  const identity = sealIdentity(tools.dataDir, subject.idNo);
  const done = life.signs.filter(({ state }) => state === "done");
  const joinedOn = life.older?.fromOn ?? done[0]?.paidOn;
  const memberId = joinedOn === undefined ? null : tools.takeId("member");
  const { memberType, name, creditCode, region, phone, email, form } = subject;
  const place = { deptId, branchIds: deptId === null ? [] : [deptId] };
  const memberNo =
    joinedOn === undefined ? "" : tools.memberNo(memberType, Number(joinedOn.slice(0, 4)));
  if (memberId !== null && joinedOn !== undefined) {
    rows.members.push({
      id: memberId,
      memberNo,
      memberType,
      userId: person.userId,
      name,
      ...identity,
      creditCode,
      levelId: level.id,
      region,
      phone,
      email,
      form,
      ...place,
      directoryVisible: person.isVisible,
      manualState: life.manualState,
      manualReason: MANUAL[life.manualState],
      joinedOn,
      createBy: "system",
      createTime: momentOf(joinedOn),
    });
  }
  const addTerm = (
    term: { fromOn: string; toOn: string },
    issuedOn: string,
    signId: number | null,
  ) => {
    if (memberId === null) return;
    const termId = tools.takeId("term");
    rows.terms.push({ id: termId, memberId, levelId: level.id, signId, ...term });
    rows.certificates.push({
      code: newCertificateCode(),
      memberId,
      termId,
      memberNo,
      name,
      levelName: level.levelName,
      ...term,
      issuedOn,
    });
  };
  if (life.older) addTerm(life.older, life.older.fromOn, null);
  for (const each of life.signs) {
    if (person.userId === null) throw new Error("who applies has an account");
    const id = tools.takeId("sign");
    const row = signRow(each, person, tools);
    rows.signs.push({
      ...row,
      id,
      userId: person.userId,
      // A person who applies for the first time has no number yet.
      memberId: each.state === "done" || each.kind !== "NEW" ? memberId : null,
      memberType,
      levelId: level.id,
      form,
      name,
      ...identity,
      creditCode,
      region,
      ...place,
      directoryVisible: person.isVisible,
    });
    if (each.term) addTerm(each.term, each.paidOn, id);
    addPayment(rows, { ...row, id, userId: person.userId }, each, person, tools);
  }
}

const MANUAL: Readonly<Record<DemoLife["manualState"], string>> = {
  "": "",
  suspended: "工作调动出国，本人申请中止一年",
  resigned: "本人书面申请退会",
  expelled: "严重违反学会章程，经常务理事会审议除名",
};

function signRow(each: DemoSign, { level, nth, life }: DemoPerson, tools: DemoTools) {
  const { staff, meetings } = tools;
  const own = random(1_000 * nth + life.signs.indexOf(each));
  const { state, kind, years, begunOn, submittedOn } = each;
  const isDraft = state === "draft";
  const wasChecked = CHECKED.includes(state) && kind === "NEW";
  const isAsked = ASKED_TO_PAY.includes(state);
  const byCouncil = level.needsCouncil && kind === "NEW" && isAsked;
  const waits = ["returned", "waitPay", "payReview", "payFailed"].includes(state);
  const last = each.doneOn || submittedOn || begunOn;
  return {
    applyNo: tools.applyNo(Number(begunOn.slice(0, 7).replace("-", ""))),
    kind,
    state: STATE_CODES[state],
    years,
    dueFen: isAsked ? dueOf(kind, level, years) : 0,
    reference: isAsked ? referenceOf(Uint8Array.from({ length: 6 }, () => own() * 256)) : null,
    submittedAt: isDraft ? null : momentOf(submittedOn),
    deadlineAt: waits ? new Date(momentOf(submittedOn).getTime() + 60 * 86_400_000) : null,
    checkedBy: wasChecked ? staff.reviewer.userId : null,
    checkedAt: wasChecked ? momentOf(daysAfter(submittedOn, 1), 15) : null,
    opinion: OPINIONS[state] ?? "",
    returnedFields: state === "returned" ? ["photo"] : [],
    resolutionNo: byCouncil ? meetings.resolutionNo : "",
    resolutionOn: byCouncil ? meetings.resolutionOn : null,
    closedFrom: state === "closed" ? STATE_CODES.waitPay : null,
    doneAt: state === "done" ? momentOf(each.doneOn, 16) : null,
    createBy: "system",
    createTime: momentOf(begunOn, 9),
    updateTime: momentOf(last, 16),
  };
}

/** Who has paid a tenth of what is due. */
const PAID_LESS = 1;

/** Money of an application: a voucher that waits or was refused, or what came in with its receipt. */
function addPayment(
  rows: DemoRows,
  row: ReturnType<typeof signRow> & { id: number; userId: number },
  each: DemoSign,
  { subject, nth, voucher }: DemoPerson,
  { next, staff, takeId, papers }: DemoTools,
): void {
  const { state } = each;
  const isDone = state === "done";
  if ((!isDone && voucher === undefined) || row.dueFen === 0) return;
  const { name, memberType, creditCode, email, phone } = subject;
  const id = takeId("payment");
  const paidOn = isDone ? each.paidOn : daysAfter(each.submittedOn, 2);
  // One shows the voucher of another: finance is warned of it.
  const shown = isDone ? undefined : papers.vouchers[voucher === 4 ? 3 : (voucher ?? 0)];
  const payFen = !isDone && voucher === PAID_LESS ? Math.round(row.dueFen / 10) : row.dueFen;
  const isUnit = memberType === "02";
  const serial = `${paidOn.replaceAll("-", "")}${String(Math.floor(next() * 1e8)).padStart(8, "0")}${id}`;
  const title = name;
  const taxNo = isUnit ? creditCode : "";
  rows.payments.push({
    id,
    signId: row.id,
    state: isDone ? 1 : state === "payReview" ? 0 : 2,
    payFen,
    receivedFen: isDone ? row.dueFen : 0,
    payTime: momentOf(paidOn),
    method: "bank",
    payerName: name,
    payerTail: String((nth * 7_919) % 10_000).padStart(4, "0"),
    bankSerial: isDone ? serial : null,
    voucherFiles: shown ? [shown.key] : [],
    voucherHashes: shown ? [shown.hash] : [],
    invoice: { type: "dues", titleType: isUnit ? "unit" : "person", title, taxNo, email, phone },
    submittedBy: row.userId,
    openedAt: state === "payFailed" ? momentOf(paidOn, 14) : null,
    openedBy: state === "payFailed" ? staff.treasurer.userId : null,
    confirmedBy: isDone ? staff.treasurer.userId : null,
    confirmedAt: row.doneAt,
    reasonCode: state === "payFailed" ? "unreadable" : "",
    reason: state === "payFailed" ? "请重新上传清晰的转账回单" : "",
    createTime: momentOf(paidOn, 11),
  });
  if (!row.doneAt) return;
  const isIssued = row.doneAt.getTime() < Date.now() - 25 * 86_400_000;
  rows.receipts.push({
    paymentId: id,
    state: isIssued ? 1 : 0,
    amountFen: row.dueFen,
    title,
    taxNo,
    email,
    phone,
    receiptNo: isIssued ? `0601${String(id).padStart(8, "0")}` : "",
    issuedBy: isIssued ? staff.treasurer.userId : null,
    issuedAt: isIssued ? new Date(row.doneAt.getTime() + 2 * 86_400_000) : null,
    createTime: row.doneAt,
  });
}
