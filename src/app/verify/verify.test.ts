import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { startApp } from "#src/test/app.ts";
import { memberCertificate } from "../member/certificate/table.server.ts";
import { memberLevel } from "../member/level/table.server.ts";
import { member } from "../member/table.server.ts";
import { memberTerm } from "../member/term/table.server.ts";
import { certificateOf, lookUp, VAIN } from "./service.server.ts";
import { readCode, readMember } from "./typed.ts";

const it = await startApp();
const [level] = await it.db.select().from(memberLevel).limit(1);
const TODAY = formatDay(new Date());

let made = 0;

type Given = Partial<typeof memberCertificate.$inferInsert> & {
  manualState?: string;
  voidedAt?: Date;
  memberId?: number;
};

const codeOf = (n: number) => `Xk3f9QmZ2vT7bLwR8nY${String(n).padStart(3, "0")}`;

/** A member with a certificate that holds from yesterday to tomorrow, or as `given` says. */
async function certified(name: string, given: Given = {}) {
  made++;
  const isUnit = name.length > 4;
  const memberNo = `${isUnit ? "D" : "P"}2025${String(made).padStart(5, "0")}`;
  const { fromOn = daysAfter(TODAY, -1), toOn = daysAfter(TODAY, 1) } = given;
  const levelId = level?.id ?? 0;
  const [row] = given.memberId
    ? await it.db.select().from(member).where(eq(member.id, given.memberId))
    : await it.db
        .insert(member)
        .values({
          memberNo,
          memberType: isUnit ? "02" : "01",
          name,
          levelId,
          joinedOn: "2025-01-01",
          manualState: given.manualState ?? "",
        })
        .returning();
  if (!row) throw new Error("no member");
  const [term] = await it.db
    .insert(memberTerm)
    .values({ memberId: row.id, levelId, fromOn, toOn, voidedAt: given.voidedAt ?? null })
    .returning();
  const code = codeOf(made);
  await it.db.insert(memberCertificate).values({
    code,
    memberId: row.id,
    termId: term?.id ?? 0,
    memberNo: row.memberNo,
    name,
    levelName: "个人会员",
    fromOn,
    toOn,
    issuedOn: fromOn,
    revokedAt: given.revokedAt ?? null,
    revokeReason: given.revokedAt ? "信息有误" : "",
  });
  return { code, memberNo: row.memberNo, memberId: row.id };
}

test("a certificate shows a masked name and number, level, days and whether it holds, and nothing else", async () => {
  const { code, memberNo } = await certified("张小玥");
  expect(await certificateOf(it.db, code)).toEqual({
    isUnit: false,
    name: "张*",
    memberNo: "P2025*****",
    level: "个人会员",
    fromOn: daysAfter(TODAY, -1),
    toOn: daysAfter(TODAY, 1),
    state: "valid",
  });
  const unit = await certified("云岭市家庭教育指导中心");
  expect(await certificateOf(it.db, unit.code)).toMatchObject({
    isUnit: true,
    name: "云岭市家庭教育指导中心",
    memberNo: "D2025*****",
  });
  expect(await certificateOf(it.db, codeOf(999))).toBeUndefined();
  expect(await certificateOf(it.db, memberNo)).toBeUndefined();
});

test.each<[string, Given, string]>([
  ["its first day", { fromOn: TODAY }, "valid"],
  ["its last day", { toOn: TODAY }, "valid"],
  ["the day after its last", { fromOn: "2025-01-01", toOn: daysAfter(TODAY, -1) }, "expired"],
  ["the day before its first", { fromOn: daysAfter(TODAY, 1), toOn: "2099-12-31" }, "early"],
  ["when it was revoked", { revokedAt: new Date() }, "revoked"],
  ["when its term was taken back", { voidedAt: new Date() }, "revoked"],
  ["when its member was struck off", { manualState: "expelled" }, "revoked"],
  ["when its member has left", { manualState: "resigned" }, "revoked"],
  [
    "revoked and run out",
    { revokedAt: new Date(), fromOn: "2025-01-01", toOn: "2025-12-31" },
    "revoked",
  ],
])("a certificate on %s", async (_when, given, state) => {
  const { code } = await certified("张小玥", given);
  expect(await certificateOf(it.db, code)).toMatchObject({ state });
});

test("by number and name the one that holds today comes first; the number alone tells nothing", async () => {
  const old = await certified("李玥", { fromOn: "2025-01-01", toOn: "2025-06-30" });
  const { memberId } = old;
  await certified("李玥", { memberId, fromOn: "2099-01-01", toOn: "2099-12-31" });
  await certified("李玥", { memberId });
  const ask = (name: string) => lookUp(it.db, "203.0.113.7", { memberNo: old.memberNo, name });
  expect(await ask("李玥")).toMatchObject({ state: "valid", toOn: daysAfter(TODAY, 1) });
  expect(await ask("李明")).toBe("unknown");
});

test("after so many in vain an address waits, a right code among them; another address does not", async () => {
  const { code } = await certified("张小玥");
  const vain = { code: codeOf(998) };
  const many = Array.from({ length: 60 }, () => lookUp(it.db, "198.51.100.1", vain));
  const answers = await Promise.all(many);
  expect(answers.filter((each) => each === "unknown")).toHaveLength(VAIN.failures);
  expect(answers.filter((each) => each === "tooMany")).toHaveLength(60 - VAIN.failures);
  expect(await lookUp(it.db, "198.51.100.1", { code })).toBe("tooMany");
  expect(await lookUp(it.db, "198.51.100.2", { code })).toMatchObject({ state: "valid" });
});

test("who finds what they look for may go on as long as they like", async () => {
  const { code } = await certified("张小玥");
  for (let i = 0; i < VAIN.failures + 5; i++) {
    expect(await lookUp(it.db, "192.0.2.9", { code })).toMatchObject({ state: "valid" });
  }
});

test("a code is read as people copy it: with spaces, breaks, wide signs, or the whole address", () => {
  const code = codeOf(1);
  for (const typed of [
    code,
    ` ${code.slice(0, 11)} ${code.slice(11)}\n`,
    `https://www.example.org.cn/verify/${code}`,
    `https://www.example.org.cn/verify/${code}?from=singlemessage#a`,
    code.replace("X", "Ｘ"),
  ]) {
    expect(readCode(typed)).toEqual({ asked: { code } });
  }
  expect(readCode("  ")).toEqual({ problem: { field: "code", text: "请输入证书上的验证码" } });
  expect(readCode(code.slice(1))).toMatchObject({
    problem: { text: "验证码应为 22 位字母、数字或符号 - _，区分大小写，请对照证书核对" },
  });
  expect(readMember("ｐ2025 00012", " 张小玥 ")).toEqual({
    asked: { memberNo: "P202500012", name: "张小玥" },
  });
  expect(readMember("202500012", "张")).toMatchObject({
    problem: { field: "memberNo", text: "会员号应为字母 P 或 D 加 9 位数字，如 P202600001" },
  });
  expect(readMember("P202500012", " ")).toMatchObject({
    problem: { field: "name", text: "请输入会员姓名或单位全称" },
  });
});
