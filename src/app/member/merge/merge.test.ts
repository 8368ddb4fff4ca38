import { and, eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { timeline } from "../../inbox/table.server.ts";
import { session } from "../../login/table.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { memberCertificate } from "../certificate/table.server.ts";
import { memberLevel } from "../level/table.server.ts";
import { leaderPeriod, leaderPost } from "../post/table.server.ts";
import { issueCertificate } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import { leftOf } from "./clashes.ts";
import type { MergeLook } from "./wire.ts";

const it = await startApp();
const { token } = await it.as("admin");
const BASE = "/api/bll/member";
const [level] = await it.db.select().from(memberLevel).where(eq(memberLevel.memberType, "01"));
const levelId = level?.id ?? 0;

let people = 0;
type Values = Partial<typeof member.$inferInsert>;
async function newMember(terms: readonly [string, string][], values: Values = {}) {
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo: `P2018${String(++people).padStart(5, "0")}`,
      memberType: "01",
      name: "何青",
      levelId,
      joinedOn: "2018-01-01",
      ...values,
    })
    .returning();
  if (!row) throw new Error("no member");
  for (const [fromOn, toOn] of terms) {
    const [term] = await it.db
      .insert(memberTerm)
      .values({ memberId: row.id, levelId, fromOn, toOn })
      .returning();
    await it.db.transaction((tx) =>
      issueCertificate(tx, {
        memberId: row.id,
        termId: term?.id ?? 0,
        memberNo: row.memberNo,
        name: row.name,
        levelName: "个人会员",
        fromOn,
        toOn,
        issuedOn: fromOn,
      }),
    );
  }
  return reread(row.id);
}
async function reread(id: number) {
  const [row] = await it.db.select().from(member).where(eq(member.id, id));
  if (!row) throw new Error("no member");
  return row;
}
type Row = Awaited<ReturnType<typeof reread>>;
const merge = (kept: Row, gone: Row, more: object = {}, as = token) =>
  it.call("POST", `${BASE}/merge`, {
    token: as,
    body: {
      keptId: kept.id,
      keptVersion: kept.version,
      goneId: gone.id,
      goneVersion: gone.version,
      reason: "同一人登记了两次",
      ...more,
    },
  });
/** The constraint by which the database refuses a statement. */
async function refusal(statement: ReturnType<typeof sql>): Promise<string | undefined> {
  try {
    await it.db.execute(statement);
  } catch (error) {
    return (error as { cause?: { constraint?: string } }).cause?.constraint;
  }
  return undefined;
}
const openTerms = (id: number) =>
  it.db.$count(memberTerm, and(eq(memberTerm.memberId, id), isNull(memberTerm.voidedAt)));

test("what is left of a term beside those that stand", () => {
  const year = (n: number) => ({ fromOn: `${n}-01-01`, toOn: `${n}-12-31` });
  expect(leftOf(year(2024), [year(2025)])).toEqual(year(2024));
  expect(leftOf(year(2025), [year(2025)])).toBeUndefined();
  expect(leftOf({ fromOn: "2024-01-01", toOn: "2025-12-31" }, [year(2025)])).toEqual(year(2024));
  expect(leftOf({ fromOn: "2024-01-01", toOn: "2025-12-31" }, [year(2024)])).toEqual(year(2025));
  expect(leftOf({ fromOn: "2024-01-01", toOn: "2026-12-31" }, [year(2025)])).toEqual(year(2024));
});

test("two become one: terms, certificates, applications and account move, and the number leads on", async () => {
  const owner = await it.as("member");
  const kept = await newMember([["2024-01-01", "2024-12-31"]], { phone: "" });
  const gone = await newMember([["2025-01-01", "2026-12-31"]], {
    userId: owner.userId,
    phone: "13712340001",
    joinedOn: "2016-05-01",
    form: { workUnit: "某小学" },
  });
  const [application] = await it.db
    .insert(sign)
    .values({
      applyNo: "S2018010001",
      memberType: "01",
      userId: owner.userId,
      memberId: gone.id,
      state: 7,
      levelId,
      idSealed: Buffer.alloc(40, 1),
      idIndex: "of one",
      idType: "identity",
      name: "何青",
      submittedAt: new Date(),
      doneAt: new Date(),
    })
    .returning();
  const look = await it.call("GET", `${BASE}/merge/${kept.id},${gone.id}`, { token });
  expect(look.body.data).toMatchObject({ problem: "", clashes: [] });
  expect((await merge(kept, gone)).body.code).toBe(200);
  expect(await reread(kept.id)).toMatchObject({
    memberNo: kept.memberNo,
    userId: owner.userId,
    phone: "13712340001",
    joinedOn: "2016-05-01",
    validTo: "2026-12-31",
    form: { workUnit: "某小学" },
    mergedInto: null,
  });
  expect(await reread(gone.id)).toMatchObject({ mergedInto: kept.id, validTo: null });
  expect(await openTerms(kept.id)).toBe(2);
  expect(await it.db.$count(memberCertificate, eq(memberCertificate.memberId, kept.id))).toBe(2);
  const [moved] = await it.db
    .select()
    .from(sign)
    .where(eq(sign.id, application?.id ?? 0));
  expect(moved?.memberId).toBe(kept.id);
  const found = await it.call("GET", `${BASE}/list?memberNo=${gone.memberNo}`, { token });
  expect((found.body as unknown as { rows: { id: number }[] }).rows.map(({ id }) => id)).toEqual([
    kept.id,
  ]);
  for (const id of [kept.id, gone.id]) {
    expect(
      await it.db.$count(timeline, and(eq(timeline.subject, "member"), eq(timeline.subjectId, id))),
    ).toBe(1);
  }
  const again = await merge(await reread(kept.id), await reread(gone.id));
  expect(again.body.msg).toBe(`${gone.memberNo} 已合并到另一位会员`);
});

test("terms that meet are refused, or give way where that is chosen", async () => {
  const kept = await newMember([["2025-01-01", "2025-12-31"]]);
  const gone = await newMember([["2024-07-01", "2025-06-30"]]);
  const look = await it.call("GET", `${BASE}/merge/${kept.id},${gone.id}`, { token });
  expect((look.body.data as { clashes: string[] }).clashes).toEqual([
    `${kept.memberNo} 的 2025-01-01 至 2025-12-31 与 ${gone.memberNo} 的 2024-07-01 至 2025-06-30`,
  ]);
  expect((await merge(kept, gone)).body.msg).toBe(
    "两位会员的会籍有重叠，请选择以保留会员的会籍为准后再合并",
  );
  expect(await reread(gone.id)).toEqual(gone);
  expect((await merge(kept, gone, { isShortened: true })).body.code).toBe(200);
  const terms = await it.db
    .select()
    .from(memberTerm)
    .where(eq(memberTerm.memberId, kept.id))
    .orderBy(memberTerm.fromOn);
  expect(terms.map(({ fromOn, toOn }) => [fromOn, toOn])).toEqual([
    ["2024-07-01", "2024-12-31"],
    ["2025-01-01", "2025-12-31"],
  ]);
  const [certificate] = await it.db
    .select()
    .from(memberCertificate)
    .where(eq(memberCertificate.memberNo, gone.memberNo));
  expect(certificate?.revokeReason).toContain("合并");
});

test("whom their numbers tell apart, other kinds, and what is under way are refused", async () => {
  const sealed = Buffer.alloc(40, 1);
  const card = { idSealed: sealed, idType: "identity" };
  const one = await newMember([], { ...card, idIndex: "a" });
  const two = await newMember([], { ...card, idIndex: "b" });
  const passport = await newMember([], { ...card, idType: "passport", idIndex: "a" });
  expect((await merge(one, passport)).body.msg).toContain("证件号码不同");
  expect((await merge(one, two)).body.msg).toBe("两位会员的证件号码不同，不是同一个人，不能合并");
  const unit = await newMember([], { memberNo: "D201890001", memberType: "02" });
  expect((await merge(one, unit)).body.msg).toBe("个人会员和单位会员不能合并");
  expect((await merge(one, one)).body.msg).toBe("请选择两位不同的会员");
  expect((await merge(one, two, { reason: "短" })).body.data).toHaveProperty("reason");
  const owner = await it.as("member");
  const busy = await newMember([], { userId: owner.userId });
  await it.db
    .insert(sign)
    .values({ applyNo: "S2018010002", memberType: "01", userId: owner.userId, state: 0 });
  expect((await merge(await newMember([]), busy)).body.msg).toContain(
    "有正在办理的申请 S2018010002",
  );
  const stale = await newMember([]);
  const other = await newMember([]);
  await it.db.update(member).set({ version: 9 }).where(eq(member.id, stale.id));
  expect((await merge(other, stale)).body.msg).toBe("记录已被他人更新，请刷新后重试");
  const bare = await staffWith(it, "member:member:edit");
  expect((await merge(other, await reread(stale.id), {}, bare.token)).body.code).toBe(403);
});

test("two merges at once, each of one into the other: one comes about", async () => {
  const [one, two] = [await newMember([["2025-01-01", "2025-12-31"]]), await newMember([])];
  const both = await heldAt(it, (text) => /from "member".*for update/.test(text), [
    () => merge(one, two),
    () => merge(two, one),
  ]);
  const codes = both.map((each) => each.status === "fulfilled" && each.value.body.code);
  expect(codes.sort()).toEqual([200, 500]);
  const after = [await reread(one.id), await reread(two.id)];
  expect(after.filter(({ mergedInto }) => mergedInto === null)).toHaveLength(1);
});

test("who it is must have been shown lately", async () => {
  const [one, two] = [await newMember([]), await newMember([])];
  await it.db.update(session).set({ createdAt: sql`now() - interval '1 hour'`, provedAt: null });
  const asked = await merge(one, two);
  expect(asked.body.data).toEqual({ stepUp: { method: "password" } });
  await it.db.update(session).set({ provedAt: sql`now()` });
  expect((await merge(one, two)).body.code).toBe(200);
});

test("the database keeps a merged member without terms, and merges out of chains", async () => {
  const [kept, gone, third] = [
    await newMember([]),
    await newMember([["2020-01-01", "2020-12-31"]]),
    await newMember([]),
  ];
  expect(await refusal(sql`update member set merged_into = ${kept.id} where id = ${gone.id}`)).toBe(
    "member_merged_without_terms",
  );
  await it.db.execute(sql`update member_term set voided_at = now() where member_id = ${gone.id}`);
  await it.db.execute(sql`update member set merged_into = ${kept.id} where id = ${gone.id}`);
  expect(
    await refusal(sql`insert into member_term (member_id, level_id, from_on, to_on)
      values (${gone.id}, ${levelId}, '2021-01-01', '2021-12-31')`),
  ).toBe("member_term_of_living");
  expect(
    await refusal(sql`update member_term set voided_at = null where member_id = ${gone.id}`),
  ).toBe("member_term_of_living");
  expect(
    await refusal(sql`update member set merged_into = ${gone.id} where id = ${third.id}`),
  ).toBe("member_merged_once");
  expect(
    await refusal(sql`update member set merged_into = ${third.id} where id = ${kept.id}`),
  ).toBe("member_merged_once");
});

test("posts move; one that both hold on days that meet is one post for all of its days", async () => {
  const [kept, gone] = [await newMember([]), await newMember([])];
  const [period] = await it.db
    .insert(leaderPeriod)
    .values({ periodName: "并届", fromOn: "1990-01-01", toOn: "1994-12-31" })
    .returning();
  const periodId = period?.id ?? 0;
  const put = (memberId: number, post: number, fromOn: string, toOn: string, more: object = {}) =>
    it.db.insert(leaderPost).values({ periodId, memberId, post, fromOn, toOn, ...more });
  await put(kept.id, 2, "1990-01-01", "1991-06-30");
  await put(kept.id, 2, "1993-01-01", "1994-12-31", { endReason: "因病卸任了" });
  await put(gone.id, 2, "1991-01-01", "1993-06-30", { resolutionNo: "并〔1990〕1号" });
  await put(gone.id, 5, "1990-01-01", "1994-12-31");
  await put(gone.id, 1, "1990-01-01", "1994-12-31", { isDraft: true });
  const look = await it.call("GET", `${BASE}/merge/${kept.id},${gone.id}`, { token });
  const [, other] = (look.body.data as MergeLook).sides;
  expect(other?.posts.toSorted()).toEqual(["并届　副会长", "并届　理事"]);
  const one = sql`update member set merged_into = ${kept.id} where id = ${gone.id}`;
  expect(await refusal(one)).toBe("member_merged_without_posts");
  expect((await merge(kept, gone)).body.code).toBe(200);
  const posts = await it.db
    .select()
    .from(leaderPost)
    .where(eq(leaderPost.periodId, periodId))
    .orderBy(leaderPost.post);
  expect(posts.map((each) => [each.memberId, each.post, each.fromOn, each.toOn])).toEqual([
    [kept.id, 1, "1990-01-01", "1994-12-31"],
    [kept.id, 2, "1990-01-01", "1994-12-31"],
    [kept.id, 5, "1990-01-01", "1994-12-31"],
  ]);
  expect(posts[1]).toMatchObject({ endReason: "因病卸任了", resolutionNo: "并〔1990〕1号" });
  const moved = sql`update leader_post set member_id = ${gone.id} where period_id = ${periodId}`;
  expect(await refusal(moved)).toBe("leader_post_of_living");
});

test("a post that is given to a member while it is merged: it has gone over, or is refused", async () => {
  const [kept, gone] = [await newMember([]), await newMember([])];
  const [period] = await it.db
    .insert(leaderPeriod)
    .values({ periodName: "争届", fromOn: "1980-01-01", toOn: "1984-12-31" })
    .returning();
  const body = { periodId: period?.id, memberNo: gone.memberNo, post: "5" };
  const both = await heldAt(it, (text) => /from "member".*for (update|share)/.test(text), [
    () => merge(kept, gone),
    () => it.call("POST", `${BASE}/post`, { token, body }),
  ]);
  const [merged, posted] = both.map((each) => each.status === "fulfilled" && each.value.body);
  expect(merged).toMatchObject({ code: 200 });
  const posts = await it.db
    .select({ memberId: leaderPost.memberId })
    .from(leaderPost)
    .where(eq(leaderPost.periodId, period?.id ?? 0));
  if (posts.length === 1) expect(posts).toEqual([{ memberId: kept.id }]);
  else expect(posted).toMatchObject({ data: { memberNo: "没有这个会员编号" } });
});
