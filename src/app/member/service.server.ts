import { randomBytes } from "node:crypto";
import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { MemberType, SignForm } from "#src/lib/membership/form.ts";
import type { MemberLine } from "#src/lib/membership/member-lines.ts";
import {
  isMemberState,
  memberStateOf,
  ROLLOVER_MONTH,
  type TermDays,
  termOf,
} from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Context } from "#src/server/start/context.ts";
import { numberSetting } from "../system/config/service.server.ts";
import { memberCertificate } from "./certificate/table.server.ts";
import { memberLevel } from "./level/table.server.ts";
import { dropLeaders } from "./post/service.server.ts";
import { member, numberSeries } from "./table.server.ts";
import { memberTerm } from "./term/table.server.ts";

/** Series of numbers without a gap: product 4.5, 4.6 and 4.9. */
type Series = "apply" | "memberP" | "memberD" | "receipt" | "advice" | "declare" | "declareCert";

/**
 * The next number of a series in a year, from 1. Its row stays locked to the end of the transaction, so a
 * number that was taken by work that came to nothing is taken again.
 */
export async function nextNumber(tx: Db, series: Series, year: number): Promise<number> {
  const [row] = await tx
    .insert(numberSeries)
    .values({ series, year, last: 1 })
    .onConflictDoUpdate({
      target: [numberSeries.series, numberSeries.year],
      set: { last: sql`${numberSeries.last} + 1` },
    })
    .returning({ last: numberSeries.last });
  if (!row) throw new Error("a series gives a number");
  return row.last;
}

/** `P202600001`: product 4.5. */
export async function nextMemberNo(tx: Db, type: MemberType, year: number): Promise<string> {
  const letter = type === "01" ? "P" : "D";
  const number = await nextNumber(tx, `member${letter}`, year);
  return `${letter}${year}${String(number).padStart(5, "0")}`;
}

/** The month from which a first payment holds until the end of the next year, as the society has set it. */
export const rolloverMonth = (context: Pick<Context, "db" | "memo">): Promise<number> =>
  numberSetting(context, "member.rolloverFromMonth", ROLLOVER_MONTH);

export type Member = typeof member.$inferSelect;
export type Level = typeof memberLevel.$inferSelect;

/** The member that an account is; undefined for who never was one. */
export async function memberOf(db: Db, userId: number): Promise<Member | undefined> {
  const [row] = await db
    .select()
    .from(member)
    .where(and(eq(member.userId, userId), isNull(member.mergedInto)));
  return row;
}

/** What an account is as a member today; undefined for who never was one. */
export type Standing = {
  memberNo: string;
  levelName: string;
  validTo: string | null;
  /** Has a term that covers today, or its grace: product 4.2. */
  isMember: boolean;
};

export async function standingOf(db: Db, userId: number): Promise<Standing | undefined> {
  const [row] = await db
    .select({
      memberNo: member.memberNo,
      manualState: member.manualState,
      validTo: member.validTo,
      levelName: memberLevel.levelName,
    })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.id, member.levelId))
    .where(and(eq(member.userId, userId), isNull(member.mergedInto)));
  if (!row) return undefined;
  const state = memberStateOf(row, formatDay(new Date()));
  const { memberNo, levelName, validTo } = row;
  return { memberNo, levelName, validTo, isMember: isMemberState(state) };
}

/** A level, whatever its state. */
export async function levelOf(db: Db, id: number): Promise<Level | undefined> {
  const [row] = await db.select().from(memberLevel).where(eq(memberLevel.id, id));
  return row;
}

/** What an application brings into the books when it is done. */
export type Joining = {
  signId: number;
  /** The member that there is already. */
  memberId: number | null;
  memberType: MemberType;
  userId: number;
  name: string;
  idType: string;
  idSealed: Buffer | null;
  idIndex: string | null;
  creditCode: string;
  region: string;
  phone: string;
  email: string;
  form: SignForm;
  deptId: number | null;
  branchIds: number[];
  directoryVisible: boolean;
  levelId: number;
  levelName: string;
  kind: string;
  years: number;
  /** Day in Shanghai on which the dues were paid. */
  paidOn: string;
  rolloverMonth: number;
};

/**
 * Makes somebody a member, or a member one for longer: member, term and certificate, in the caller's
 * transaction. The member's row is locked first: two payments at once extend one after the other.
 */
export async function join(
  tx: Db,
  joining: Joining,
): Promise<{ memberId: number; days: TermDays }> {
  const { memberType, paidOn, levelId, signId } = joining;
  const facts = {
    name: joining.name,
    creditCode: joining.creditCode,
    region: joining.region,
    phone: joining.phone,
    email: joining.email,
    form: joining.form,
    deptId: joining.deptId,
    branchIds: joining.branchIds,
    directoryVisible: joining.directoryVisible,
    idType: joining.idType,
    idSealed: joining.idSealed,
    idIndex: joining.idIndex,
    levelId,
    userId: joining.userId,
  };
  const there = joining.memberId === null ? undefined : await lockMember(tx, joining.memberId);
  const row = there ?? (await newMember(tx, { ...facts, memberType, joinedOn: paidOn }));
  const days =
    joining.kind === "UPGRADE"
      ? await cutShort(tx, row.id, paidOn)
      : termOf(paidOn, joining.years, await lastDay(tx, row.id), joining.rolloverMonth);
  if (there) {
    await tx
      .update(member)
      // Who had left or was struck off is a member again; the number stays.
      .set({ ...facts, manualState: "", manualReason: "", version: sql`${member.version} + 1` })
      .where(eq(member.id, row.id));
    if (there.name !== facts.name) await dropLeaders(tx);
  }
  const [term] = await tx
    .insert(memberTerm)
    .values({ memberId: row.id, levelId, signId, ...days })
    .returning({ id: memberTerm.id });
  if (!term) throw new Error("a term was not written");
  await issueCertificate(tx, {
    memberId: row.id,
    termId: term.id,
    memberNo: row.memberNo,
    name: joining.name,
    levelName: joining.levelName,
    ...days,
    issuedOn: paidOn,
  });
  return { memberId: row.id, days };
}

/** 22 characters of 128 bits: product 4.5. */
export const newCertificateCode = (): string => randomBytes(16).toString("base64url");

/** Writes a certificate of a term; the database refuses a second one that holds. */
export async function issueCertificate(
  tx: Db,
  values: Omit<typeof memberCertificate.$inferInsert, "code">,
): Promise<void> {
  await tx.insert(memberCertificate).values({ ...values, code: newCertificateCode() });
}

async function lockMember(tx: Db, id: number): Promise<Member> {
  const [row] = await tx.select().from(member).where(eq(member.id, id)).for("update");
  if (!row) throw new Error(`there is no member ${id}`);
  return row;
}

async function newMember(
  tx: Db,
  values: Omit<typeof member.$inferInsert, "memberNo" | "memberType"> & { memberType: MemberType },
): Promise<Member> {
  const year = Number(values.joinedOn.slice(0, 4));
  const memberNo = await nextMemberNo(tx, values.memberType, year);
  const [row] = await tx
    .insert(member)
    .values({ ...values, memberNo, createBy: "system" })
    .returning();
  if (!row) throw new Error("a member was not written");
  return row;
}

/** The last day that a member has paid for; undefined for none. */
async function lastDay(tx: Db, memberId: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ toOn: memberTerm.toOn })
    .from(memberTerm)
    .where(and(eq(memberTerm.memberId, memberId), isNull(memberTerm.voidedAt)))
    .orderBy(desc(memberTerm.toOn))
    .limit(1);
  return row?.toOn;
}

/**
 * Ends the present term the day before an upgrade and gives its rest to the new level. A term that begins
 * with that day, or later, goes as a whole.
 */
async function cutShort(tx: Db, memberId: number, day: string): Promise<TermDays> {
  const toOn = await lastDay(tx, memberId);
  if (toOn === undefined || toOn < day) throw new Error("an upgrade needs a term that holds");
  const open = and(eq(memberTerm.memberId, memberId), isNull(memberTerm.voidedAt));
  await tx
    .update(memberTerm)
    .set({ voidedAt: sql`now()` })
    .where(and(open, sql`${memberTerm.fromOn} >= ${day}`));
  await tx
    .update(memberTerm)
    .set({ toOn: sql`(${day}::date - 1)` })
    .where(and(open, sql`${memberTerm.toOn} >= ${day}`));
  return { fromOn: day, toOn };
}

/** Takes back what a wrong confirmation gave: the term is void, its certificate revoked. */
export async function unjoin(
  tx: Db,
  signId: number,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const [term] = await tx
    .update(memberTerm)
    .set({ voidedAt: sql`now()` })
    .where(and(eq(memberTerm.signId, signId), isNull(memberTerm.voidedAt)))
    .returning({ id: memberTerm.id });
  if (!term) return;
  await tx
    .update(memberCertificate)
    .set({ revokedAt: sql`now()`, revokedBy: by, revokeReason: reason })
    .where(and(eq(memberCertificate.termId, term.id), isNull(memberCertificate.revokedAt)));
}

/** A line of a list with the member that it means, or why it means none. */
export type FoundLine = { line: MemberLine } & (
  | { member: Member; problem?: undefined }
  | { member?: undefined; problem: string }
);

/** Finds the members of a list within `reach`; each stands there once. */
export async function findMembers(
  db: Db,
  reach: SQL | undefined,
  lines: readonly MemberLine[],
): Promise<FoundLine[]> {
  const numbers = lines.flatMap(({ memberNo }) => (memberNo ? [memberNo] : []));
  const names = lines.flatMap(({ memberNo, words }) => (memberNo ? [] : words));
  const named = or(inArray(member.memberNo, numbers), inArray(member.name, names));
  const rows = await db
    .select()
    .from(member)
    .where(and(isNull(member.mergedInto), reach, named));
  const seen = new Map<number, number>();
  return lines.map((line): FoundLine => {
    const found = line.memberNo
      ? rows.filter(({ memberNo }) => memberNo === line.memberNo)
      : rows.filter(({ name }) => line.words.includes(name));
    const [only] = found;
    if (!only) {
      return { line, problem: line.memberNo ? "没有这个会员编号" : "没有找到这个名称的会员" };
    }
    if (found.length > 1) return { line, problem: `有 ${found.length} 位同名会员，请改写会员编号` };
    if (line.memberNo && line.words.length > 0 && !line.words.includes(only.name)) {
      return { line, problem: `编号与名称不符，${line.memberNo} 是${only.name}` };
    }
    const before = seen.get(only.id);
    if (before !== undefined) return { line, problem: `与第 ${before} 行重复` };
    seen.set(only.id, line.line);
    return { line, member: only };
  });
}
