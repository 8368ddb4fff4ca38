import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberCertificate } from "#src/app/member/certificate/table.server.ts";
import { member } from "#src/app/member/table.server.ts";
import { memberTerm } from "#src/app/member/term/table.server.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { startApp } from "#src/test/app.ts";
import {
  consentsOf,
  fileOf,
  levelId,
  personForm,
  signCalls,
  signRow,
  unitForm,
} from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";

// What comes after the first application: renewing, another level, coming back, taking back.

const it = await startApp();
const reviewer = signCalls(
  it,
  (
    await staffWith(
      it,
      "member:sign:list",
      "member:sign:check",
      "member:sign:checkOrg",
      "member:sign:reopen",
    )
  ).token,
);
const finance = signCalls(it, (await staffWith(it, "member:finance:confirm")).token);
const today = formatDay(new Date());
const year = Number(today.slice(0, 4));
let serials = 0;

type Saved = { id: number; state: number };
const dataOf = (answer: { body: Record<string, unknown> }) => answer.body.data as Saved;

async function pay(
  calls: ReturnType<typeof signCalls>,
  userId: number,
  id: number,
  amount: string,
) {
  const voucherFiles = [await fileOf(it, userId, "voucher")];
  const paid = await calls.put("addFinance", {
    id,
    payAmount: amount,
    payTime: today,
    payerName: "林晓",
    voucherFiles,
  });
  expect(paid.body).toMatchObject({ code: 200 });
  const bankSerial = `R${String(++serials).padStart(8, "0")}`;
  const done = await finance.put("financePass", { id, receivedAmount: amount, bankSerial });
  expect(done.body).toMatchObject({ code: 200, data: { state: 7 } });
}

/** A person whose first application is done. */
async function joined() {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const form = await personForm(it, login);
  const { id } = dataOf(await calls.post("addMember", { ...form, submit: true }));
  await reviewer.post("check", { id, action: "pass" });
  await pay(calls, login.userId, id, "300");
  const [row] = await it.db.select().from(member).where(eq(member.userId, login.userId));
  if (!row) throw new Error("nobody joined");
  return { login, calls, form, id, row };
}

/** Its only term as if it ended on another day. */
const endsOn = (memberId: number, toOn: string) =>
  it.db
    .update(memberTerm)
    .set({ fromOn: daysAfter(toOn, -300), toOn })
    .where(eq(memberTerm.memberId, memberId));

const termsOf = async (memberId: number) =>
  (await it.db.select().from(memberTerm).where(eq(memberTerm.memberId, memberId))).map(
    ({ fromOn, toOn, voidedAt }) => [fromOn, toOn, voidedAt === null] as const,
  );

test("a renewal asks for no review, goes on without a gap, and keeps the number", async () => {
  const { login, calls, row, form } = await joined();
  const end = daysAfter(today, 30);
  await endsOn(row.id, end);
  const answer = await calls.post("addMember", {
    ...(await consentsOf(it)),
    kind: "RENEW",
    years: 2,
    submit: true,
  });
  expect(answer.body).toMatchObject({ code: 200, data: { state: 4 } });
  const { id } = dataOf(answer);
  expect(await signRow(it, id)).toMatchObject({
    kind: "RENEW",
    dueFen: 60_000,
    name: form.realName,
  });
  await pay(calls, login.userId, id, "600");
  const next = daysAfter(end, 1);
  expect(await termsOf(row.id)).toContainEqual([
    next,
    `${Number(next.slice(0, 4)) + 1}-12-31`,
    true,
  ]);
  const [now] = await it.db.select().from(member).where(eq(member.userId, login.userId));
  expect(now?.memberNo).toBe(row.memberNo);
  expect(await it.db.$count(memberCertificate, eq(memberCertificate.memberId, row.id))).toBe(2);
});

test("too early, a second time, and of nobody: refused with the day from which it goes", async () => {
  const { calls, row } = await joined();
  await endsOn(row.id, daysAfter(today, 91));
  const renewal = { ...(await consentsOf(it)), kind: "RENEW", submit: true };
  const early = await calls.post("addMember", renewal);
  expect(early.body.msg).toBe(`会籍有效期至 ${daysAfter(today, 91)}，到期前 90 天起可以续会`);
  const again = await calls.post("addMember", { ...renewal, kind: "NEW" });
  expect(again.body.code).toBe(500);
  const stranger = signCalls(it, (await it.as("member")).token);
  expect((await stranger.post("addMember", renewal)).body.msg).toBe("您还不是会员，请先申请入会");
  const unit = await calls.post("addOrg", { ...renewal, orgName: "某校" });
  expect(unit.body.code).toBe(500);
});

test("after more than a year it is a new entry with the old number", async () => {
  const { login, calls, row, form } = await joined();
  await endsOn(row.id, daysAfter(today, -400));
  const answer = await calls.post("addMember", {
    ...form,
    ...(await consentsOf(it)),
    kind: "REJOIN",
    submit: true,
  });
  expect(answer.body).toMatchObject({ code: 200, data: { state: 1 } });
  const { id } = dataOf(answer);
  await reviewer.post("check", { id, action: "pass" });
  await pay(calls, login.userId, id, "300");
  const [now] = await it.db.select().from(member).where(eq(member.userId, login.userId));
  expect(now?.memberNo).toBe(row.memberNo);
  expect(now?.validFrom).toBe(today);
});

test("another level ends the old term the day before and gives its rest to the new one", async () => {
  const login = await it.as("member", { userType: "02" });
  const calls = signCalls(it, login.token);
  const form = await unitForm(it, login);
  const { id } = dataOf(await calls.post("addOrg", { ...form, submit: true }));
  await reviewer.post("checkOrg", { id, action: "pass" });
  await pay(calls, login.userId, id, "10000");
  const [row] = await it.db.select().from(member).where(eq(member.userId, login.userId));
  const memberId = row?.id ?? 0;
  const end = row?.validTo ?? "";
  const begun = daysAfter(today, -30);
  await it.db.update(memberTerm).set({ fromOn: begun }).where(eq(memberTerm.memberId, memberId));
  const higher = await levelId(it, "理事单位");
  const asked = await calls.post("addOrg", {
    ...(await consentsOf(it)),
    kind: "UPGRADE",
    levelId: higher,
    submit: true,
  });
  expect(asked.body).toMatchObject({ code: 200, data: { state: 1 } });
  const upgrade = dataOf(asked).id;
  await reviewer.post("checkOrg", { id: upgrade, action: "pass" });
  const council = signCalls(
    it,
    (await staffWith(it, "member:sign:list", "member:sign:council")).token,
  );
  await council.post("checkOrg", {
    id: upgrade,
    action: "councilPass",
    resolutionNo: "1 号",
    resolutionDate: today,
  });
  const left = Number(end.slice(0, 4)) - year + 1;
  expect(await signRow(it, upgrade)).toMatchObject({ state: 4, dueFen: 2_000_000 * left });
  await pay(calls, login.userId, upgrade, String(20_000 * left));
  expect(await termsOf(memberId)).toEqual([
    [begun, daysAfter(today, -1), true],
    [today, end, true],
  ]);
});

test("a wrong confirmation is taken back the same day by two people", async () => {
  const { id, row } = await joined();
  const people = [
    signCalls(it, (await staffWith(it, "member:sign:revoke")).token),
    signCalls(it, (await staffWith(it, "member:sign:revoke")).token),
  ] as const;
  const alone = await people[0].post("revoke", { id, confirmed: true });
  expect(alone.body.msg).toBe("撤销须先由一人提请，再由另一人复核");
  expect((await people[0].post("revoke", { id, reason: "款项记错了账户" })).body.code).toBe(200);
  expect((await people[0].post("revoke", { id, confirmed: true })).body.msg).toBe(
    "撤销由您提请，须由另一人复核",
  );
  expect((await people[1].post("revoke", { id, confirmed: true })).body).toMatchObject({
    data: { state: 11 },
  });
  expect((await termsOf(row.id)).filter(([, , isOpen]) => isOpen)).toEqual([]);
  const [certificate] = await it.db
    .select()
    .from(memberCertificate)
    .where(eq(memberCertificate.memberId, row.id));
  expect(certificate?.revokeReason).toBe("款项记错了账户");
  const [now] = await it.db.select().from(member).where(eq(member.id, row.id));
  expect(now?.validTo).toBeNull();
});

test("a new price concerns those who are asked later", async () => {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const { id } = dataOf(
    await calls.post("addMember", { ...(await personForm(it, login)), submit: true }),
  );
  await reviewer.post("check", { id, action: "pass" });
  await it.db.execute("update member_level set annual_fee = 40000 where level_name = '个人会员'");
  try {
    await pay(calls, login.userId, id, "300");
  } finally {
    await it.db.execute("update member_level set annual_fee = 30000 where level_name = '个人会员'");
  }
});
