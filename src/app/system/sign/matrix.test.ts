import { randomUUID } from "node:crypto";
import { and, eq, lte } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { payment } from "#src/app/finance/table.server.ts";
import { member } from "#src/app/member/table.server.ts";
import { refusalOf } from "#src/lib/flow/life-cycle.ts";
import {
  SIGN_LIFE,
  type SignState,
  type SignVerb,
  STATE_CODES,
} from "#src/lib/membership/sign-life.ts";
import type { Login } from "#src/test/app.ts";
import { startApp } from "#src/test/app.ts";
import {
  fileOf,
  levelId,
  newIdentity,
  personForm,
  signCalls,
  signRow,
  unitForm,
} from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";
import { dept } from "../dept/table.server.ts";
import { sealIdentity } from "./identity/service.server.ts";
import { sign } from "./table.server.ts";

// Every step in every state by every kind of person: what the data says happens, and nothing else.

const it = await startApp();
const personLevel = await levelId(it, "个人会员");
const unitLevel = await levelId(it, "单位会员");
const stranger = await it.as("member");
const owner = await it.as("member");
/** Whose application it is, where it is none of the person's own. */
const applicant = await it.as("member");

const STATES = Object.keys(SIGN_LIFE.states) as SignState[];
const VERBS = (Object.keys(SIGN_LIFE.steps) as (keyof typeof SIGN_LIFE.steps)[]).filter(
  // What is opened for a list of members, or follows from a refund, has no call that names an application: their
  // own tests try it.
  (step): step is SignVerb => !["remind", "close", "openRenewal", "adjust"].includes(step),
);
const OWNERS: readonly SignVerb[] = ["save", "submit", "discard", "withdraw", "pay"];
const CHECKS: readonly SignVerb[] = [
  "pass",
  "return",
  "reject",
  "councilPass",
  "councilReject",
  "rebranch",
];
const [above] = await it.db.select().from(dept).where(eq(dept.deptName, "分支机构"));
const [branch] = await it.db
  .insert(dept)
  .values({
    deptName: "矩阵分会",
    parentId: above?.deptId ?? 0,
    ancestors: `0,${above?.deptId ?? 0}`,
  })
  .returning();

/** `member:sign:check` reaches persons alone, `checkOrg` units alone. */
const NEEDS: Partial<Record<SignVerb, string>> = {
  councilPass: "member:sign:council",
  councilReject: "member:sign:council",
  confirm: "member:finance:confirm",
  fail: "member:finance:confirm",
  reopen: "member:sign:reopen",
  askRevoke: "member:sign:revoke",
  revoke: "member:sign:revoke",
};

type Kind = {
  name: string;
  permissions: readonly string[];
  login: Login;
  isOwner?: true;
  /** Was the one who reviewed it. */
  hasChecked?: true;
  /** Asked for the revocation. */
  hasAsked?: true;
};

const LOOK = ["member:sign:list", "member:sign:query", "member:finance:query"] as const;
const ALL = [
  "member:sign:check",
  "member:sign:checkOrg",
  "member:sign:council",
  "member:finance:confirm",
  "member:sign:reopen",
  "member:sign:revoke",
] as const;

async function staff(name: string, ...permissions: string[]): Promise<Kind> {
  return { name, permissions, login: await staffWith(it, ...LOOK, ...permissions) };
}

const KINDS: readonly Kind[] = [
  { name: "the owner", permissions: [], login: owner, isOwner: true },
  { name: "a stranger", permissions: [], login: stranger },
  await staff("a reviewer of persons", "member:sign:check"),
  await staff("a reviewer of units", "member:sign:checkOrg"),
  await staff("the council's secretary", "member:sign:council"),
  await staff("finance", "member:finance:confirm"),
  {
    ...(await staff(
      "who reviewed and is finance too",
      "member:sign:check",
      "member:finance:confirm",
    )),
    hasChecked: true,
  },
  await staff("who opens again and revokes", "member:sign:reopen", "member:sign:revoke"),
  { ...(await staff("who asked for the revocation", "member:sign:revoke")), hasAsked: true },
  { ...(await staff("a reviewer whose own it is", ...ALL)), isOwner: true },
  await staff("who may only look"),
];

/** One who did what came before, and is none of these. */
const other = await it.as("staff");

const done = new Date();
const VALUES: Readonly<Record<SignState, Partial<typeof sign.$inferInsert>>> = {
  draft: { submittedAt: null },
  checking: {},
  returned: { opinion: "照片不清晰" },
  council: {},
  waitPay: {},
  payReview: {},
  payFailed: {},
  done: { doneAt: done },
  rejected: { opinion: "不符合条件" },
  withdrawn: {},
  closed: { closedFrom: STATE_CODES.waitPay },
  voided: { doneAt: done, revokeReason: "确认有误" },
};

const ASKED_TO_PAY: readonly SignState[] = ["waitPay", "payReview", "payFailed", "done", "closed"];

type Made = { id: number; owner: Login; memberType: "01" | "02" };

/** An application in this state, made behind the API's back. */
async function signIn(
  state: SignState,
  memberType: "01" | "02",
  person: Kind,
  isAsked = false,
): Promise<Made> {
  const { userId } = person.isOwner ? person.login : applicant;
  const isPerson = memberType === "01";
  const hasMember = state === "done" || state === "voided";
  const unique = randomUUID().replaceAll("-", "");
  const [row] = await it.db
    .insert(sign)
    .values({
      applyNo: `T${unique}`,
      memberType,
      userId,
      levelId: isPerson ? personLevel : unitLevel,
      name: "林晓",
      region: "330106",
      ...(isPerson ? sealIdentity(it.dataDir, newIdentity()) : { creditCode: unique }),
      state: STATE_CODES[state],
      submittedAt: new Date(),
      deadlineAt: new Date(Date.now() + 86_400_000),
      checkedBy: person.hasChecked ? person.login.userId : other.userId,
      ...(ASKED_TO_PAY.includes(state) ? { dueFen: 30_000, reference: unique } : {}),
      ...(hasMember ? { memberId: await memberId(isPerson) } : {}),
      ...(isAsked
        ? {
            revokeAskedBy: person.hasAsked ? person.login.userId : other.userId,
            revokeReason: "确认有误",
          }
        : {}),
      ...VALUES[state],
    })
    .returning();
  if (!row) throw new Error("no application");
  if (state === "payReview") {
    await it.db.insert(payment).values({
      signId: row.id,
      payFen: 30_000,
      payTime: new Date(),
      method: "bank",
      payerName: "林晓",
      submittedBy: userId,
    });
  }
  return { id: row.id, owner: person.isOwner ? person.login : applicant, memberType };
}

let members = 0;
async function memberId(isPerson: boolean): Promise<number> {
  const number = String(++members).padStart(5, "0");
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo: `${isPerson ? "P" : "D"}2019${number}`,
      memberType: isPerson ? "01" : "02",
      name: "林晓",
      levelId: isPerson ? personLevel : unitLevel,
      joinedOn: "2019-01-01",
    })
    .returning();
  return row?.id ?? 0;
}

const SIGN_STATE = Object.fromEntries(STATES.map((state) => [STATE_CODES[state], state]));
let serials = 0;

/** The call of a step, with everything that its guards ask for. */
async function take(
  token: string,
  verb: SignVerb,
  made: Made,
): Promise<{ code: number; msg: string }> {
  const { id, owner, memberType } = made;
  const calls = signCalls(it, token);
  const call = async () => {
    if (verb === "save" || verb === "submit") {
      const form = memberType === "01" ? await personForm(it, owner) : await unitForm(it, owner);
      const path = memberType === "01" ? "addMember" : "addOrg";
      return calls.post(path, { ...form, id, submit: verb === "submit" });
    }
    if (verb === "pay") {
      return calls.put("addFinance", {
        id,
        payAmount: "300.00",
        payTime: "2026-11-20 10:00:00",
        payMethod: "bank",
        payerName: "林晓",
        voucherFiles: [await fileOf(it, owner.userId, "voucher")],
      });
    }
    if (verb === "confirm") {
      return calls.put("financePass", {
        id,
        receivedAmount: "300",
        payTime: "2026-11-20 10:00:00",
        payerName: "林晓",
        bankSerial: `MATRIX${++serials}`,
      });
    }
    if (verb === "fail") {
      return calls.put("financeFail", { id, reasonCode: "amount", reason: "金额与应缴不符" });
    }
    if (verb === "rebranch") {
      return calls.post(verb, { id, branchIds: [branch?.deptId], reason: "专业属于这个分会" });
    }
    if (CHECKS.includes(verb)) {
      return calls.post(memberType === "01" ? "check" : "checkOrg", {
        id,
        action: verb,
        opinion: "请补充工作证明",
        resolutionNo: "常理〔2026〕12 号",
        resolutionDate: "2026-11-18",
      });
    }
    if (verb === "askRevoke" || verb === "revoke") {
      return calls.post("revoke", { id, confirmed: verb === "revoke", reason: "确认有误，请撤销" });
    }
    return calls.post(verb, { id });
  };
  const { body } = await call();
  return { code: Number(body.code), msg: String(body.msg) };
}

const NOT_THERE = "访问资源不存在";
const NO_RIGHT = "没有权限，请联系管理员授权";
const OWN = "不能办理本人的申请，请由其他同事办理";

/** Why the step must be refused; undefined where it must go. */
function expectedRefusal(
  person: Kind,
  verb: SignVerb,
  state: SignState,
  memberType: "01" | "02",
  isAsked: boolean,
): string | undefined {
  if (OWNERS.includes(verb)) {
    if (!person.isOwner) return NOT_THERE;
    return refusalOf(SIGN_LIFE, verb, state);
  }
  const needs = NEEDS[verb] ?? (memberType === "01" ? "member:sign:check" : "member:sign:checkOrg");
  if (!person.permissions.includes(needs)) {
    // The calls of reviews are open to whoever sees the queue; the step asks for its permission.
    const seesQueue = person.login !== owner && person.login !== stranger;
    return CHECKS.includes(verb) && seesQueue ? NOT_THERE : NO_RIGHT;
  }
  const refusal = refusalOf(SIGN_LIFE, verb, state);
  if (refusal) return refusal;
  if (person.isOwner) return OWN;
  if (verb === "confirm" && person.hasChecked) return "您是这份申请的初审人，到账须由其他人员确认";
  if (verb === "askRevoke" && isAsked) return "已有人提请撤销，请另一人复核";
  if (verb === "revoke" && !isAsked) return "撤销须先由一人提请，再由另一人复核";
  if (verb === "revoke" && person.hasAsked) return "撤销由您提请，须由另一人复核";
  return undefined;
}

/** An account has one open application at most: what was tried makes room for the next. */
const retire = async (id: number): Promise<void> => {
  const { withdrawn, payFailed } = STATE_CODES;
  await it.db
    .update(sign)
    .set({ state: withdrawn, submittedAt: new Date() })
    .where(and(eq(sign.id, id), lte(sign.state, payFailed)));
};

const CASES = [
  ...STATES.map((state) => ({ state, memberType: "01" as const, isAsked: false })),
  { state: "done" as const, memberType: "01" as const, isAsked: true },
  { state: "checking" as const, memberType: "02" as const, isAsked: false },
];

describe.each(CASES)("$state, kind $memberType, revocation asked $isAsked", (each) => {
  const { state, memberType, isAsked } = each;
  test.each(KINDS)("$name", async (person) => {
    let made = await signIn(state, memberType, person, isAsked);
    const seen = (await signCalls(it, person.login.token).get(`getInfo?id=${made.id}`)).body;
    const isStranger = person.login === stranger;
    expect(seen).toMatchObject(isStranger ? { code: 404, msg: NOT_THERE } : { code: 200 });
    const offered = isStranger ? [] : (seen.data as { allowed: SignVerb[] }).allowed;
    const went: SignVerb[] = [];
    for (const verb of VERBS) {
      const { code, msg } = await take(person.login.token, verb, made);
      const refusal = expectedRefusal(person, verb, state, memberType, isAsked);
      const isGone = (await it.db.$count(sign, eq(sign.id, made.id))) === 0;
      const end = isGone ? "gone" : SIGN_STATE[(await signRow(it, made.id)).state];
      if (refusal !== undefined) {
        expect({ verb, msg, end }).toEqual({ verb, msg: refusal, end: state });
        expect(code).not.toBe(200);
        continue;
      }
      expect({ verb, msg, code }).toMatchObject({ verb, code: 200 });
      expect(SIGN_LIFE.steps[verb].moves, verb).toMatchObject({
        [state]: expect.arrayContaining([end]),
      });
      went.push(verb);
      await retire(made.id);
      made = await signIn(state, memberType, person, isAsked);
    }
    await retire(made.id);
    // The buttons of a page are the steps that go.
    expect(offered).toEqual(went.filter((verb) => verb !== "save"));
  });
});
