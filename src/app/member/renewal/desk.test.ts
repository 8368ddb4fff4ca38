import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { councilItem, councilMeeting } from "#src/app/system/sign/council/table.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { startApp } from "#src/test/app.ts";
import { memberEnding, newIdentity } from "#src/test/membership.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { timeline } from "../../inbox/table.server.ts";
import { delivery, message } from "../../message/table.server.ts";
import { dept } from "../../system/dept/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import type { Reminded, RenewalRow, StageCounts } from "./wire.ts";

const it = await startApp();
const BASE = "/api/bll/member/renewal";
const RIGHTS = ["list", "remind", "lapse"].map((verb) => `member:renewal:${verb}`);
const desk = await staffWith(it, ...RIGHTS);
const today = formatDay(new Date());

const call = async (method: string, path: string, body?: object, token = desk.token) =>
  (await it.call(method, BASE + path, { token, ...(body ? { body } : {}) })).body;

const rowOf = async (memberNo: string, token = desk.token): Promise<RenewalRow | undefined> =>
  ((await call("GET", `/list?keyword=${memberNo}`, undefined, token)).rows as RenewalRow[])[0];
const counts = async () =>
  Object.fromEntries(
    ((await call("GET", "/counts")).data as StageCounts).map(({ stage, count }) => [stage, count]),
  );
const remind = async (ids: number[], token = desk.token) => call("POST", "/remind", { ids }, token);
const told = (userId: number) => it.db.$count(message, eq(message.userId, userId));

test("each member stands in the stage of their day, and the chips count them", async () => {
  const before = await counts();
  const ends = { d7: [0, 7], d30: [8, 30], d60: [31, 60], grace: [-1, -90], lapsed: [-91, -365] };
  for (const [stage, days] of Object.entries({ ...ends, lapseList: [-366, -900] })) {
    for (const day of days) {
      const one = await memberEnding(it, day);
      expect([day, (await rowOf(one.memberNo))?.stage]).toEqual([day, stage]);
    }
  }
  const later = await memberEnding(it, 61);
  expect(await rowOf(later.memberNo)).toBeUndefined();
  const gone = await memberEnding(it, 5, { manualState: "resigned", manualReason: "本人申请" });
  expect(await rowOf(gone.memberNo)).toBeUndefined();
  const after = await counts();
  expect(Object.keys(after).map((stage) => (after[stage] ?? 0) - (before[stage] ?? 0))).toEqual([
    2, 2, 2, 2, 2, 2,
  ]);
  const { rows } = (await call("GET", "/list?stage=lapseList&pageSize=100")) as unknown as {
    rows: RenewalRow[];
  };
  expect(new Set(rows.map(({ stage }) => stage))).toEqual(new Set(["lapseList"]));
  expect(rows[0]).toMatchObject({ days: -366, phone: "138****2099", reminders: 0 });
});

test("a reminder by hand goes out once a day, also by two at once and beside the clock", async () => {
  const [one, two] = [await memberEnding(it, 20), await memberEnding(it, -40)];
  const answers = await Promise.all([remind([one.id, two.id]), remind([one.id, two.id])]);
  const results = answers.flatMap(({ data }) => data as Reminded);
  expect(results.filter(({ ok }) => ok)).toHaveLength(2);
  expect(results.filter(({ ok }) => !ok).map(({ msg }) => msg)).toEqual([
    "今天已经提醒过",
    "今天已经提醒过",
  ]);
  expect([await told(one.userId), await told(two.userId)]).toEqual([1, 1]);
  expect(await rowOf(one.memberNo)).toMatchObject({ reminders: 1 });
  // Another day: the clock's own reminder counts as well.
  await it.db
    .update(timeline)
    .set({ createTime: new Date(Date.now() - 86_400_000), action: "remind-30" })
    .where(and(eq(timeline.subject, "memberTerm"), eq(timeline.subjectId, one.termId)));
  expect((await remind([one.id])).data).toMatchObject([{ ok: true }]);
  expect(await rowOf(one.memberNo)).toMatchObject({ reminders: 2 });
});

test("of one term no more than three short messages go out", async () => {
  const one = await memberEnding(it, 5);
  for (let day = 0; day < 4; day++) {
    expect((await remind([one.id])).data).toMatchObject([{ ok: true }]);
    await it.db
      .update(timeline)
      .set({ createTime: new Date(Date.now() - 86_400_000) })
      .where(and(eq(timeline.subject, "memberTerm"), eq(timeline.subjectId, one.termId)));
  }
  expect(await told(one.userId)).toBe(4);
  const sms = and(
    eq(delivery.subject, "memberTerm"),
    eq(delivery.subjectId, one.termId),
    eq(delivery.channel, "sms"),
  );
  expect(await it.db.$count(delivery, sms)).toBe(4);
  expect(
    await it.db.$count(delivery, and(sms, eq(delivery.answer, "这类提醒短信已发 3 条，不再发送"))),
  ).toBe(1);
});

test("who cannot be reached, has left, or has time, is not reminded; who has no account is by phone", async () => {
  const mute = await memberEnding(it, 5, { userId: null, phone: "" });
  const left = await memberEnding(it, 5, { manualState: "suspended", manualReason: "中止一年" });
  const later = await memberEnding(it, 200);
  const byPhone = await memberEnding(it, 5, { userId: null });
  const { data } = await remind([mute.id, left.id, later.id, byPhone.id]);
  expect((data as Reminded).map(({ msg }) => msg)).toEqual([
    "没有网站账号，也没有手机号码和邮箱",
    "会籍已中止或已退会，不再提醒",
    `会籍至 ${daysAfter(today, 200)}，还不用提醒`,
    "",
  ]);
  expect(
    await it.db.$count(
      delivery,
      and(eq(delivery.subjectId, byPhone.termId), eq(delivery.channel, "sms")),
    ),
  ).toBe(1);
});

let meetings = 0;
const newMeeting = async (values: Partial<typeof councilMeeting.$inferInsert> = {}) => {
  const [row] = await it.db
    .insert(councilMeeting)
    .values({ meetingName: `续会审议${++meetings}`, meetingOn: today, ...values })
    .returning();
  return row?.id ?? 0;
};
const propose = (meetingId: number, ids: number[], token = desk.token) =>
  call("POST", "/propose", { meetingId, ids }, token);

test("members over a year are put on the sheet of a meeting, each on one", async () => {
  const [meeting, other] = [await newMeeting(), await newMeeting()];
  const held = await newMeeting({ resolutionNo: "会理〔2026〕旧号", resolutionOn: today });
  const [one, two] = [await memberEnding(it, -366), await memberEnding(it, -800)];
  const open = (await call("GET", "/meetings")).data as { id: number }[];
  expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([meeting, other]));
  expect(open.map(({ id }) => id)).not.toContain(held);
  const answers = await Promise.all([propose(meeting, [one.id, two.id]), propose(other, [two.id])]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
  expect(await it.db.$count(councilItem, eq(councilItem.memberId, two.id))).toBe(1);
  expect((await rowOf(two.memberNo))?.meetingName).toMatch(/^续会审议/);
  expect((await propose(other, [two.id])).msg).toMatch(
    new RegExp(`^「${two.name}」已在「续会审议\\d+」的审议名单上$`),
  );
  expect((await propose(held, [one.id])).msg).toMatch(
    /已登记决议 会理〔2026〕旧号，名单不能再改动$/,
  );
});

test("who has paid, is within a year, or has an application on its way, is not proposed", async () => {
  const meeting = await newMeeting();
  const valid = await memberEnding(it, 30);
  expect((await propose(meeting, [valid.id])).msg).toBe(
    `「${valid.name}」已续会，会籍至 ${daysAfter(today, 30)}，不能列入`,
  );
  const within = await memberEnding(it, -200);
  expect((await propose(meeting, [within.id])).msg).toBe(
    `「${within.name}」会籍状态为“已过期”，不在自动退会名单，不能列入`,
  );
  const applying = await memberEnding(it, -500);
  await it.db.insert(sign).values({
    applyNo: "S2097010001",
    kind: "REJOIN",
    memberType: "01",
    userId: applying.userId,
    memberId: applying.id,
    levelId: applying.levelId,
    state: 1,
    name: applying.name,
    idSealed: Buffer.concat([Buffer.from([1]), Buffer.alloc(40)]),
    idType: "identity",
    idIndex: newIdentity(),
    submittedAt: new Date(),
  });
  expect((await propose(meeting, [applying.id])).msg).toBe(
    `「${applying.name}」有正在办理的申请 S2097010001，请办结后再定，不能列入`,
  );
  expect((await propose(meeting, [999_999_999])).msg).toBe(
    "有的会员已不存在，或不在您的权限之内，请刷新后再选",
  );
});

test("an administrator of a branch sees and reminds its own members alone", async () => {
  const [branch] = await it.db.select().from(dept).limit(1);
  const deptId = branch?.deptId ?? 0;
  const login = await it.as("staff");
  await it.db.update(user).set({ deptId }).where(eq(user.userId, login.userId));
  await roleWith(
    it,
    { roleKey: "renewalsOfBranch", dataScope: "3", userIds: [login.userId] },
    RIGHTS,
  );
  const [own, foreign] = [await memberEnding(it, 5, { deptId }), await memberEnding(it, 5)];
  expect(await rowOf(own.memberNo, login.token)).toMatchObject({ id: own.id });
  expect(await rowOf(foreign.memberNo, login.token)).toBeUndefined();
  expect((await remind([own.id, foreign.id], login.token)).msg).toContain("不在您的权限之内");
  expect((await remind([own.id], login.token)).code).toBe(200);
  const nobody = await staffWith(it, "member:member:list");
  for (const answer of [
    await call("GET", "/list", undefined, nobody.token),
    await call("GET", "/counts", undefined, nobody.token),
    await remind([own.id], nobody.token),
    await propose(1, [own.id], nobody.token),
  ]) {
    expect(answer.code).toBe(403);
  }
});
