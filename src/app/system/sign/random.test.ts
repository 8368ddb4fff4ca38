import { and, asc, eq, isNull } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { receivedFor } from "#src/app/finance/service.server.ts";
import { refund } from "#src/app/finance/table.server.ts";
import { timeline } from "#src/app/inbox/table.server.ts";
import { memberCertificate } from "#src/app/member/certificate/table.server.ts";
import { memberTerm } from "#src/app/member/term/table.server.ts";
import {
  SIGN_LIFE,
  type SignVerb,
  STATE_CODES,
  stateOfCode,
} from "#src/lib/membership/sign-life.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { startApp } from "#src/test/app.ts";
import { fileOf, personForm, signCalls, signRow } from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";

// Whoever does what in whatever order, two at once: no path outside the table, one row of history a step,
// and money and terms agree with the state.

const it = await startApp();
const login = async (...permissions: string[]) =>
  signCalls(it, (await staffWith(it, "member:sign:list", ...permissions)).token);
const STAFF = {
  reviewer: await login("member:sign:check", "member:sign:reopen"),
  finance: await login("member:finance:confirm"),
  second: await login("member:finance:confirm", "member:sign:revoke"),
  third: await login("member:sign:revoke", "member:sign:check"),
};
const today = formatDay(new Date());
let serials = 0;

type Calls = ReturnType<typeof signCalls>;
type Actor = "owner" | "stranger" | keyof typeof STAFF;

const ACTORS: readonly Actor[] = ["owner", "stranger", "reviewer", "finance", "second", "third"];
const VERBS: readonly SignVerb[] = [
  "submit",
  "withdraw",
  "pass",
  "return",
  "reject",
  "pay",
  "confirm",
  "fail",
  "reopen",
  "askRevoke",
  "revoke",
];

/** A call with all that its guards ask for; money comes in halves. */
async function take(
  calls: Calls,
  verb: SignVerb,
  { id, form, voucher }: { id: number; form: object; voucher: string },
): Promise<boolean> {
  const answer = await (async () => {
    switch (verb) {
      case "submit":
        return calls.post("addMember", { ...form, id, submit: true });
      case "pay":
        return calls.put("addFinance", {
          id,
          payAmount: "150",
          payTime: today,
          payerName: "林晓",
          voucherFiles: [voucher],
        });
      case "confirm":
        return calls.put("financePass", {
          id,
          receivedAmount: "150",
          bankSerial: `Z${++serials}`,
          payTime: today,
          payerName: "林晓",
        });
      case "fail":
        return calls.put("financeFail", { id, reasonCode: "other", reason: "请核对后重新上传" });
      case "askRevoke":
      case "revoke":
        return calls.post("revoke", { id, reason: "款项记错了账户", confirmed: verb === "revoke" });
      case "withdraw":
      case "reopen":
        return calls.post(verb, { id });
      default:
        return calls.post("check", { id, action: verb, opinion: "请补充完整的材料" });
    }
  })();
  expect([200, 403, 404, 500]).toContain(answer.body.code);
  expect(answer.body.msg).not.toContain("系统");
  return answer.body.code === 200;
}

const step = fc.record({ actor: fc.constantFrom(...ACTORS), verb: fc.constantFrom(...VERBS) });
/** What one of them would do next is tried half of the time, or few applications would come far. */
const LIKELY: Readonly<Partial<Record<number, readonly [Actor, SignVerb]>>> = {
  0: ["owner", "submit"],
  1: ["reviewer", "pass"],
  2: ["owner", "submit"],
  4: ["owner", "pay"],
  5: ["finance", "confirm"],
  6: ["owner", "pay"],
};

test("random people, two at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, step, fc.boolean()), { minLength: 8, maxLength: 14 }),
      async (rounds) => {
        const owner = await it.as("member");
        const own = signCalls(it, owner.token);
        const stranger = signCalls(it, (await it.as("member")).token);
        const of = (actor: Actor): Calls =>
          actor === "owner" ? own : actor === "stranger" ? stranger : STAFF[actor];
        const form = await personForm(it, owner);
        const made = await own.post("addMember", { realName: "林晓" });
        const { id } = made.body.data as { id: number };
        const voucher = await fileOf(it, owner.userId, "voucher");
        let went = 0;
        for (const [first, second, isLikely] of rounds) {
          const likely = LIKELY[(await signRow(it, id)).state];
          const one = isLikely && likely ? { actor: likely[0], verb: likely[1] } : first;
          const results = await Promise.all(
            [one, second].map(({ actor, verb }) => take(of(actor), verb, { id, form, voucher })),
          );
          went += results.filter(Boolean).length;
        }
        const row = await signRow(it, id);
        const steps = await it.db
          .select()
          .from(timeline)
          .where(and(eq(timeline.subject, "sign"), eq(timeline.subjectId, id)))
          .orderBy(asc(timeline.id));
        expect(steps).toHaveLength(went + 1);
        let state = "0";
        for (const { action, fromState, toState } of steps.slice(1)) {
          expect(fromState).toBe(state);
          const { moves } = SIGN_LIFE.steps[action as SignVerb];
          const ends: Partial<Record<string, readonly string[]>> = moves;
          expect(ends[stateOfCode(Number(fromState))]).toContain(stateOfCode(Number(toState)));
          state = toState;
        }
        expect(String(row.state)).toBe(state);

        const received = await receivedFor(it.db, id);
        const terms = await it.db
          .select()
          .from(memberTerm)
          .where(and(eq(memberTerm.signId, id), isNull(memberTerm.voidedAt)));
        const certificates = await it.db.$count(
          memberCertificate,
          and(
            eq(memberCertificate.memberId, row.memberId ?? 0),
            isNull(memberCertificate.revokedAt),
          ),
        );
        const isDone = row.state === STATE_CODES.done;
        expect(terms).toHaveLength(isDone ? 1 : 0);
        expect(certificates).toBe(isDone ? 1 : 0);
        if (isDone) expect(received).toBeGreaterThanOrEqual(row.dueFen);
        if (row.state === STATE_CODES.waitPay) expect(received).toBeLessThan(row.dueFen);
        if (row.state === STATE_CODES.withdrawn && received > 0) {
          expect(await it.db.$count(refund, eq(refund.state, 0))).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);
