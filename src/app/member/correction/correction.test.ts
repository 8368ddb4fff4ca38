import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { fileOf, levelId, newCreditCode, newIdentity } from "#src/test/membership.ts";
import { heldAt } from "#src/test/races.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { consent } from "../../agreement/table.server.ts";
import { timeline } from "../../inbox/table.server.ts";
import { message } from "../../message/table.server.ts";
import { sealIdentity } from "../../system/sign/identity/service.server.ts";
import { memberCertificate } from "../certificate/table.server.ts";
import { newCertificateCode } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import { memberCorrection } from "./table.server.ts";

const it = await startApp();
const BASE = "/api/bll/member/correction";
const DESK = ["member:correction:list", "member:correction:query", "member:correction:decide"];
const desk = await staffWith(it, ...DESK);

let made = 0;

/** A member with an account, a term and a certificate that hold until the end of the year. */
async function newMember(memberType: "01" | "02" = "01", name = "何青") {
  made++;
  const login = await it.as("member", {
    userType: memberType,
    phonenumber: `1370003${1000 + made}`,
  });
  const letter = memberType === "01" ? "P" : "D";
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo: `${letter}2019${String(made).padStart(5, "0")}`,
      memberType,
      name,
      userId: login.userId,
      levelId: await levelId(it, memberType === "01" ? "个人会员" : "单位会员"),
      joinedOn: "2019-01-01",
      form: { realName: name, workUnit: "云川大学" },
      ...(memberType === "01"
        ? sealIdentity(it.dataDir, newIdentity())
        : { creditCode: newCreditCode() }),
    })
    .returning();
  if (!row) throw new Error("no member");
  const days = { fromOn: "2026-01-01", toOn: "2099-12-31" };
  const [term] = await it.db
    .insert(memberTerm)
    .values({ memberId: row.id, levelId: row.levelId, ...days })
    .returning();
  await it.db.insert(memberCertificate).values({
    memberId: row.id,
    termId: term?.id ?? 0,
    memberNo: row.memberNo,
    name,
    levelName: "个人会员",
    ...days,
    issuedOn: "2026-01-01",
    code: newCertificateCode(),
  });
  return { login, row };
}

const REASON = "改名，已换领身份证";
async function ask(
  login: Awaited<ReturnType<typeof newMember>>["login"],
  given: Record<string, unknown>,
  purpose: "identity" | "licence" = "identity",
) {
  return it.call("POST", BASE, {
    token: login.token,
    body: { reason: REASON, files: [await fileOf(it, login.userId, purpose)], ...given },
  });
}
const openOf = async (memberId: number) => {
  const [row] = await it.db
    .select()
    .from(memberCorrection)
    .where(and(eq(memberCorrection.memberId, memberId), eq(memberCorrection.state, "asked")));
  return row;
};
const memberNow = async (id: number) => {
  const [row] = await it.db.select().from(member).where(eq(member.id, id));
  return row;
};
const decide = (verb: string, id: number, body: object = {}, token = desk.token) =>
  it.call("PUT", `${BASE}/${verb}`, { token, body: { id, ...body } });

test("what is agreed to is put right at once: name, form, certificate, history, a message", async () => {
  const { login, row } = await newMember();
  expect((await ask(login, { name: "何 清" })).body).toMatchObject({ code: 200, msg: "已提交" });
  const open = await openOf(row.id);
  expect(open).toMatchObject({ name: "何清", nameBefore: "何青", idIndex: null });
  const id = open?.id ?? 0;

  const listed = await it.call("GET", `${BASE}/list?state=asked`, { token: desk.token });
  expect(listed.body.rows).toContainEqual(
    expect.objectContaining({ id, memberNo: row.memberNo, memberName: "何青", what: "姓名" }),
  );
  const { data } = (await it.call("GET", `${BASE}/${id}`, { token: desk.token })).body as {
    data?: { changes: unknown[]; files: { url: string }[] };
  };
  expect(data?.changes).toEqual([
    { field: "name", label: "姓名", before: "何青", after: "何清", isMasked: false },
  ]);
  expect(data?.files[0]?.url).toMatch(/^\/prod-api\/common\/private\//);

  expect((await decide("agree", id, { version: open?.version })).body.code).toBe(200);
  expect(await memberNow(row.id)).toMatchObject({
    name: "何清",
    form: { realName: "何清", workUnit: "云川大学" },
    version: row.version + 1,
  });
  const certificates = await it.db
    .select()
    .from(memberCertificate)
    .where(eq(memberCertificate.memberId, row.id));
  expect(certificates.map(({ name, revokeReason }) => [name, revokeReason]).sort()).toEqual([
    ["何清", ""],
    ["何青", "更正姓名"],
  ]);
  const steps = await it.db
    .select({ action: timeline.action, opinion: timeline.opinion })
    .from(timeline)
    .where(and(eq(timeline.subject, "member"), eq(timeline.subjectId, row.id)));
  expect(steps).toEqual([{ action: "corrected", opinion: "姓名（原登记为 何青）" }]);
  const told = await it.db
    .select({ title: message.title })
    .from(message)
    .where(eq(message.userId, login.userId));
  expect(told).toEqual([{ title: "会员资料已更正" }]);
  const mine = await it.call("GET", `${BASE}/mine`, { token: login.token });
  expect(mine.body.data).toMatchObject([{ what: "姓名", state: "agreed" }]);
  expect((await decide("agree", id)).body.msg).toBe("这项更正已经办理，请刷新后再看");
});

test("an identity number is sealed, masked, shown with a reason; nobody gets another one's", async () => {
  const { login, row } = await newMember();
  const { row: other } = await newMember();
  const number = newIdentity();
  expect((await ask(login, { idNo: number })).body.data).toEqual({
    sensitiveConsent: "请单独同意处理您的证件号码；不同意的可联系会员部线下办理",
  });
  expect((await ask(login, { idNo: number, sensitiveConsent: true })).body.code).toBe(200);
  const consents = await it.db
    .select({ doc: consent.doc, scene: consent.scene })
    .from(consent)
    .where(eq(consent.userId, login.userId));
  expect(consents).toEqual([{ doc: "identity", scene: "correction" }]);
  const open = await openOf(row.id);
  const id = open?.id ?? 0;
  const detail = await it.call("GET", `${BASE}/${id}`, { token: desk.token });
  expect(detail.text).not.toContain(number);
  expect(detail.text).toContain(number.slice(-4));
  const shown = await it.call("POST", `${BASE}/reveal`, {
    token: desk.token,
    body: { id, field: "idNo", reason: "核对证明材料" },
  });
  expect(shown.body.data).toEqual({ revealed: number });

  // Somebody took the number meanwhile.
  const taken = sealIdentity(it.dataDir, number);
  await it.db.update(member).set(taken).where(eq(member.id, other.id));
  expect((await decide("agree", id)).body.msg).toBe(
    `证件号码已登记给会员 ${other.memberNo}，请先核对是否同一会员，需要时先合并`,
  );
  expect(await memberNow(row.id)).toMatchObject({ idIndex: row.idIndex, version: row.version });
  await it.db
    .update(member)
    .set(sealIdentity(it.dataDir, newIdentity()))
    .where(eq(member.id, other.id));
  expect((await decide("agree", id)).body.code).toBe(200);
  expect(await memberNow(row.id)).toMatchObject({ idIndex: taken.idIndex, name: "何青" });
  const holding = await it.db
    .select()
    .from(memberCertificate)
    .where(and(eq(memberCertificate.memberId, row.id), isNull(memberCertificate.revokedAt)));
  // The certificate does not say the number: it stays.
  expect(holding).toHaveLength(1);
});

test("wrong input is told at its field, and nothing is kept", async () => {
  const { login, row } = await newMember();
  const stranger = await newMember();
  const theirs = await fileOf(it, stranger.login.userId, "identity");
  const cases: [Record<string, unknown>, string][] = [
    [{}, "name"],
    [{ name: "何青" }, "name"],
    [{ name: "何123" }, "name"],
    [{ idNo: "110101198507160001" }, "idNo"],
    [{ name: "何清", reason: "改名" }, "reason"],
    [{ name: "何清", files: [] }, "files"],
    [{ name: "何清", files: [theirs] }, "files"],
    [{ name: "何清", files: [await fileOf(it, login.userId, "voucher")] }, "files"],
    [
      {
        name: "何清",
        files: await Promise.all([1, 2, 3, 4].map(() => fileOf(it, login.userId, "identity"))),
      },
      "files",
    ],
  ];
  for (const [given, field] of cases) {
    const { body } = await ask(login, given);
    expect([field, body.code, Object.keys(body.data ?? {})]).toEqual([field, 500, [field]]);
  }
  expect(await openOf(row.id)).toBeUndefined();
  const nobody = await it.as("member");
  expect((await ask(nobody, { name: "何清" })).body.msg).toBe(
    "您还不是会员，没有可以更正的会员资料",
  );
});

test("a unit corrects its name and code, each by its own proof", async () => {
  const { login, row } = await newMember("02", "东海市实验小学");
  const creditCode = newCreditCode();
  expect((await ask(login, { creditCode: "52110000ABC" }, "licence")).body.data).toHaveProperty(
    "creditCode",
  );
  expect((await ask(login, { name: "东海" }, "licence")).body.data).toHaveProperty("name");
  expect((await ask(login, { name: "东海市第一实验小学", creditCode }, "licence")).body.code).toBe(
    200,
  );
  const open = await openOf(row.id);
  expect((await decide("agree", open?.id ?? 0)).body.code).toBe(200);
  expect(await memberNow(row.id)).toMatchObject({ name: "东海市第一实验小学", creditCode });
});

test("refused with a reason that the member reads; withdrawn by its owner alone", async () => {
  const { login, row } = await newMember();
  await ask(login, { name: "何清" });
  const first = (await openOf(row.id))?.id ?? 0;
  expect((await decide("refuse", first)).body.data).toEqual({
    opinion: "请写明原因，5 到 200 个字",
  });
  expect((await decide("refuse", first, { opinion: "材料看不清，请重新拍摄" })).body.code).toBe(
    200,
  );
  const mine = await it.call("GET", `${BASE}/mine`, { token: login.token });
  expect(mine.body.data).toMatchObject([{ state: "refused", opinion: "材料看不清，请重新拍摄" }]);
  expect(await memberNow(row.id)).toMatchObject({ name: "何青" });

  await ask(login, { name: "何清" });
  const second = (await openOf(row.id))?.id ?? 0;
  const stranger = await newMember();
  expect((await decide("withdraw", second, {}, stranger.login.token)).body.code).toBe(404);
  expect((await decide("withdraw", second, {}, login.token)).body.code).toBe(200);
  expect((await decide("agree", second)).body.code).toBe(500);
  expect(await memberNow(row.id)).toMatchObject({ name: "何青" });
});

test("staff decide within their reach, and never on their own", async () => {
  const { login, row } = await newMember();
  await ask(login, { name: "何清" });
  const id = (await openOf(row.id))?.id ?? 0;
  const elsewhere = await it.as("staff");
  await roleWith(it, { roleKey: "elsewhere", dataScope: "5", userIds: [elsewhere.userId] }, DESK);
  expect((await decide("agree", id, {}, elsewhere.token)).body.code).toBe(404);
  expect((await it.call("GET", `${BASE}/${id}`, { token: elsewhere.token })).body.code).toBe(404);
  const listed = await it.call("GET", `${BASE}/list`, { token: elsewhere.token });
  expect(listed.body.total).toBe(0);

  const waiting = () => it.call("GET", "/inbox/list", { token: desk.token });
  expect((await waiting()).text).toContain(row.memberNo);
  await it.db
    .update(memberCorrection)
    .set({ userId: desk.userId })
    .where(eq(memberCorrection.id, id));
  expect((await decide("agree", id)).body.msg).toBe("这是您本人的更正申请，请由其他同事办理");
  const left = await waiting();
  expect(left.body.code).toBe(200);
  expect(left.text).not.toContain(row.memberNo);
});

test("of two requests at once one is kept; of two decisions at once one counts", async () => {
  const { login, row } = await newMember();
  const both = await Promise.all([ask(login, { name: "何清" }), ask(login, { name: "何晴" })]);
  expect(both.map(({ body }) => body.code).sort()).toEqual([200, 500]);
  expect(both.map(({ body }) => body.msg)).toContain(
    "您已有一项更正申请正在办理，请等待结果，或先撤回再重新提交",
  );
  const id = (await openOf(row.id))?.id ?? 0;
  const decided = await heldAt(it, (text) => /from "member_correction".*for update/.test(text), [
    () => decide("agree", id),
    () => decide("refuse", id, { opinion: "材料看不清，请重新拍摄" }),
  ]);
  const codes = decided.map((each) => (each.status === "fulfilled" ? each.value.body.code : 0));
  expect(codes.sort()).toEqual([200, 500]);
});

test("a member keeps the way to be reached right; what is wrong is told at its field", async () => {
  const { login, row } = await newMember();
  const put = (body: object) =>
    it.call("PUT", "/api/bll/member/own/contact", { token: login.token, body });
  expect((await put({ phone: "", email: "" })).body.data).toEqual({
    phone: "请填写手机号码",
    email: "请填写电子邮箱",
  });
  expect((await put({ phone: "12345" })).body.data).toHaveProperty("phone");
  expect((await put({ address: "长".repeat(201) })).body.data).toHaveProperty("address");
  const good = {
    phone: "13600099001",
    email: "he@example.cn",
    address: "学府路 1 号",
    workUnit: "云川学院",
  };
  expect((await put(good)).body.code).toBe(200);
  const data = await it.call("GET", "/api/bll/member/own/data", { token: login.token });
  expect(data.body.data).toMatchObject({ ...good, name: "何青", memberNo: row.memberNo });
  expect(await memberNow(row.id)).toMatchObject({
    phone: good.phone,
    form: { realName: "何青", workUnit: "云川学院", address: "学府路 1 号", phone: good.phone },
  });
  const nobody = await it.as("member");
  const none = await it.call("GET", "/api/bll/member/own/data", { token: nobody.token });
  expect(none.body.data).toBeNull();
  const refused = await it.call("PUT", "/api/bll/member/own/contact", {
    token: nobody.token,
    body: good,
  });
  expect(refused.body.msg).toBe("您还不是会员，没有会员资料");
});

test("the database refuses an open request without proof, and a second open one", async () => {
  const { login, row } = await newMember();
  const values = {
    memberId: row.id,
    userId: login.userId,
    name: "何清",
    reason: REASON,
    dueAt: new Date(),
  };
  const refusal = async (more: object) =>
    it.db
      .insert(memberCorrection)
      .values({ ...values, files: ["private/x"], ...more })
      .then(
        () => "taken",
        (error) => String((error as { cause?: { constraint?: string } }).cause?.constraint),
      );
  expect(await refusal({ files: [] })).toBe("member_correction_asked");
  expect(await refusal({ name: "" })).toBe("member_correction_asked");
  expect(await refusal({ state: "agreed" })).toBe("member_correction_decided");
  expect(await refusal({ state: "done" })).toBe("member_correction_state");
  expect(await refusal({})).toBe("taken");
  expect(await refusal({})).toBe("member_correction_open");
});
