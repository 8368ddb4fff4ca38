import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { currentAgreement } from "../app/agreement/service.server.ts";
import { storedFile } from "../app/common/upload/table.server.ts";
import { memberLevel } from "../app/member/level/table.server.ts";
import { member } from "../app/member/table.server.ts";
import { memberTerm } from "../app/member/term/table.server.ts";
import { sealIdentity } from "../app/system/sign/identity/service.server.ts";
import { sign } from "../app/system/sign/table.server.ts";
import { user } from "../app/system/user/table.server.ts";
import { daysAfter } from "../lib/membership/terms.ts";
import { formatDay } from "../lib/text/dates.ts";
import type { Answer, Login, TestApp } from "./app.ts";

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
let people = 0;

/** An identity number of an adult that nobody else in this test has. */
export function newIdentity(birthday = "19850716"): string {
  people++;
  const place = 110_101 + Math.trunc(people / 1_000);
  const digits = `${place}${birthday}${String(people % 1_000).padStart(3, "0")}`;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return `${digits}${"10X98765432"[sum % 11]}`;
}

const ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const CODE_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
let units = 0;

/** A unified social credit code that nobody else in this test has. */
export function newCreditCode(): string {
  const body = `52110000${String(++units).padStart(9, "0")}`;
  const sum = CODE_WEIGHTS.reduce(
    (total, weight, at) => total + weight * ALPHABET.indexOf(body[at] ?? ""),
    0,
  );
  return `${body}${ALPHABET[(31 - (sum % 31)) % 31]}`;
}

/** A file of this person in the store's table, as an upload leaves it; its key. */
export async function fileOf(
  it: TestApp,
  ownerId: number,
  purpose: "identity" | "licence" | "voucher",
): Promise<string> {
  const path = `private/2026/11/20/${randomBytes(16).toString("hex")}.png`;
  await it.db.insert(storedFile).values({
    path,
    originalName: "证件.png",
    mime: "image/png",
    bytes: 1_000,
    sha256: randomBytes(32).toString("hex"),
    purpose,
    ownerId,
    width: 600,
    height: 800,
  });
  return path;
}

/** The level of this name, of the seed. */
export async function levelId(it: TestApp, name: string): Promise<number> {
  const [row] = await it.db.select().from(memberLevel).where(eq(memberLevel.levelName, name));
  if (!row) throw new Error(`there is no level ${name}`);
  return row.id;
}

/** The consents that are asked for today. */
export async function consentsOf(it: TestApp) {
  const versions = await Promise.all(
    (["user", "privacy"] as const).map(async (doc) => ({
      doc,
      version: (await currentAgreement(it.db, doc))?.version ?? "",
    })),
  );
  return { consents: versions, sensitiveConsent: true };
}

/** All that a person has to fill in. */
export async function personForm(it: TestApp, login: Login): Promise<Record<string, unknown>> {
  const [row] = await it.db.select().from(user).where(eq(user.userId, login.userId));
  return {
    realName: "林晓",
    gender: "女",
    idType: "identity",
    idNo: newIdentity(),
    phone: row?.phonenumber || "13800002096",
    email: "linxiao@example.cn",
    region: "330106",
    workUnit: "云川师范大学教育学部",
    post: "副教授",
    education: "研究生",
    fields: ["中小学家校协同"],
    resume: "二〇〇八年起从事家庭教育研究与教师培训工作，主持过三项课题。",
    photo: [await fileOf(it, login.userId, "identity")],
    levelId: await levelId(it, "个人会员"),
    years: 1,
    directoryVisible: true,
    ...(await consentsOf(it)),
  };
}

/** All that a unit has to fill in. */
export async function unitForm(it: TestApp, login: Login, level = "单位会员") {
  return {
    orgName: `东海市实验小学${units + 1}`,
    creditCode: newCreditCode(),
    orgType: "中小学",
    region: "330106",
    address: "东海市学府路 1 号",
    legalPerson: "顾维民",
    rep: { name: "沈洁", post: "副校长", phone: "13800002096" },
    contact: { name: "丁一帆", post: "德育处", phone: "13800002097", email: "ding@example.cn" },
    intro:
      "学校近两年开设家长课堂四十八场，编写家校沟通手册三册，建有家长志愿者队伍，服务周边六个社区的家庭，每学期举办两次家长开放日。",
    licence: [await fileOf(it, login.userId, "licence")],
    applyForm: [await fileOf(it, login.userId, "licence")],
    levelId: await levelId(it, level),
    years: 1,
    ...(await consentsOf(it)),
  };
}

/** Calls below /api/system/sign with a token. */
export const signCalls = (it: TestApp, token: string) => {
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    it.call(method, `/api/system/sign/${path}`, { token, ...(body === undefined ? {} : { body }) });
  return {
    post: (path: string, body: unknown) => call("POST", path, body),
    put: (path: string, body: unknown) => call("PUT", path, body),
    get: (path: string) => call("GET", path),
  };
};

/** The row of an application, as it is. */
export async function signRow(it: TestApp, id: number) {
  const [row] = await it.db.select().from(sign).where(eq(sign.id, id));
  if (!row) throw new Error(`there is no application ${id}`);
  return row;
}

/** A person whose application was passed and who handed in a payment; `pay` hands in another. */
export async function applicantWhoPays(it: TestApp, change: Record<string, unknown>) {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const answer = await calls.post("addMember", { ...(await personForm(it, login)), submit: true });
  const { id } = answer.body.data as { id: number };
  const { token } = await it.as("admin");
  await signCalls(it, token).post("check", { id, action: "pass" });
  const pay = async (more: Record<string, unknown>) => {
    const paid = await calls.put("addFinance", {
      id,
      payAmount: "300.00",
      payTime: "2026-11-20 10:00:00",
      payMethod: "bank",
      payerName: "林晓",
      voucherFiles: [await fileOf(it, login.userId, "voucher")],
      ...more,
    });
    if (paid.body.code !== 200) throw new Error(JSON.stringify(paid.body));
  };
  await pay(change);
  return { id, login, calls, pay };
}

let members = 0;

/**
 * A person with an account whose membership ends `days` from today, before today where it is negative; `values`
 * go into the member's row.
 */
export async function memberEnding(
  it: TestApp,
  days: number,
  values: Partial<typeof member.$inferInsert> = {},
) {
  const nth = ++members;
  const login = await it.as("member", { phonenumber: `138${String(10_000_000 + nth)}` });
  const memberNo = `P2097${String(nth).padStart(5, "0")}`;
  const level = await levelId(it, "个人会员");
  const toOn = daysAfter(formatDay(new Date()), days);
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo,
      memberType: "01",
      userId: login.userId,
      name: `会员${"甲乙丙丁戊己庚辛壬癸子丑寅卯"[nth % 14]}${"春夏秋冬"[Math.floor(nth / 14) % 4]}`,
      levelId: level,
      phone: "13800002099",
      region: "330106",
      joinedOn: "2019-01-01",
      ...sealIdentity(it.dataDir, newIdentity()),
      ...values,
    })
    .returning();
  const id = row?.id ?? 0;
  const [term] = await it.db
    .insert(memberTerm)
    .values({ memberId: id, levelId: level, fromOn: daysAfter(toOn, -300), toOn })
    .returning();
  const { userId } = login;
  return {
    id,
    memberNo,
    name: row?.name ?? "",
    login,
    userId,
    levelId: level,
    termId: term?.id ?? 0,
  };
}
