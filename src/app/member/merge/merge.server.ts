import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { declareItem } from "#src/app/declaration/item/table.server.ts";
import { noteStep } from "#src/app/inbox/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { councilItem } from "#src/app/system/sign/council/table.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { AppError, CONFLICT, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { memberCertificate } from "../certificate/table.server.ts";
import { memberCorrection } from "../correction/table.server.ts";
import type { Member } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import { clashesOf, leftOf } from "./clashes.ts";
import { movePosts } from "./posts.server.ts";

const MERGE = "member:member:merge";

type Term = typeof memberTerm.$inferSelect;

/** Two rows that mean one member: the first stays with its number, the other one goes into it. */
export type MergeGiven = {
  keptId: number;
  keptVersion: number;
  goneId: number;
  goneVersion: number;
  /** Terms of the other one give way where they meet those that stay. */
  isShortened: boolean;
  /** Whose account stays, where both have one. */
  account: "kept" | "gone";
  reason: string;
};

type Who = { reach: Reach; ip: string };

/** Both rows within reach, in the order of the ids; locked where they are about to change. */
export async function bothOf(
  db: Db,
  reach: Reach,
  ids: readonly [number, number],
  isLocked: boolean,
): Promise<[Member, Member]> {
  if (ids[0] === ids[1]) throw new AppError("请选择两位不同的会员");
  const asked = db
    .select()
    .from(member)
    .where(inArray(member.id, [...ids]))
    .orderBy(member.id);
  const rows = await (isLocked ? asked.for("update") : asked);
  const at = (id: number): Member => {
    const row = rows.find((each) => each.id === id);
    if (!row || !reach.covers(MERGE, { ownerId: null, deptId: row.deptId })) {
      throw new AppError(NOT_FOUND, { code: 404 });
    }
    if (row.mergedInto !== null) throw new AppError(`${row.memberNo} 已合并到另一位会员`);
    return row;
  };
  return [at(ids[0]), at(ids[1])];
}

export const openTermsOf = (db: Db, memberId: number): Promise<Term[]> =>
  db
    .select()
    .from(memberTerm)
    .where(and(eq(memberTerm.memberId, memberId), isNull(memberTerm.voidedAt)))
    .orderBy(memberTerm.fromOn);

/** Why two members cannot be one, whichever of them stays; undefined where they may. */
export function unlike(one: Member, other: Member): string | undefined {
  if (one.memberType !== other.memberType) return "个人会员和单位会员不能合并";
  const hasBoth = one.idIndex !== null && other.idIndex !== null;
  if (hasBoth && (one.idIndex !== other.idIndex || one.idType !== other.idType)) {
    return "两位会员的证件号码不同，不是同一个人，不能合并";
  }
  if (one.creditCode && other.creditCode && one.creditCode !== other.creditCode) {
    return "两个单位的统一社会信用代码不同，不能合并";
  }
  return undefined;
}

/** What is under way for the one that goes: it ends first, or it would end for nobody. */
async function requireQuiet(tx: Db, { id, userId, memberNo }: Member): Promise<void> {
  const mine = or(eq(sign.memberId, id), userId === null ? undefined : eq(sign.userId, userId));
  const [open] = await tx
    .select({ applyNo: sign.applyNo })
    .from(sign)
    .where(and(mine, lte(sign.state, STATE_CODES.payFailed)))
    .limit(1);
  if (open) throw new AppError(`${memberNo} 有正在办理的申请 ${open.applyNo}，请先办结再合并`);
  const waits = await tx.$count(
    councilItem,
    and(eq(councilItem.memberId, id), eq(councilItem.result, "")),
  );
  if (waits > 0) throw new AppError(`${memberNo} 在理事会的议程中，请先处理再合并`);
  const corrections = await tx.$count(
    memberCorrection,
    and(eq(memberCorrection.memberId, id), eq(memberCorrection.state, "asked")),
  );
  if (corrections > 0) throw new AppError(`${memberNo} 有待办理的资料更正，请先办理再合并`);
}

/** Makes two rows one member, in one transaction. @throws AppError */
export async function mergeMembers(db: Db, who: Who, given: MergeGiven): Promise<void> {
  const reason = given.reason.trim();
  refuseFields({ reason: isReason(reason) ? undefined : REASON_ASKED });
  await db.transaction(async (tx) => {
    const [kept, gone] = await bothOf(tx, who.reach, [given.keptId, given.goneId], true);
    if (kept.version !== given.keptVersion || gone.version !== given.goneVersion) {
      throw new AppError(CONFLICT);
    }
    const problem = unlike(kept, gone);
    if (problem) throw new AppError(problem);
    await requireQuiet(tx, gone);
    await moveTerms(tx, kept, gone, given.isShortened, who.reach.account.userName);
    await movePosts(tx, kept, gone, who.reach.account.userName);
    await tx.update(sign).set({ memberId: kept.id }).where(eq(sign.memberId, gone.id));
    await tx.update(declareItem).set({ unitId: kept.id }).where(eq(declareItem.unitId, gone.id));
    await tx
      .update(memberCorrection)
      .set({ memberId: kept.id })
      .where(eq(memberCorrection.memberId, gone.id));
    await tx.update(member).set({ mergedInto: kept.id }).where(eq(member.mergedInto, gone.id));
    const changed = {
      version: sql`${member.version} + 1`,
      updateBy: who.reach.account.userName,
      updateTime: sql`now()`,
    };
    await tx
      .update(member)
      .set({ ...changed, mergedInto: kept.id, validFrom: null, validTo: null })
      .where(eq(member.id, gone.id));
    await tx
      .update(member)
      .set({ ...changed, ...(await unitedOf(tx, kept, gone, given.account)) })
      .where(eq(member.id, kept.id));
    await noteBoth(tx, who, { kept, gone, reason });
  });
}

async function noteBoth(
  tx: Db,
  { reach: { account }, ip }: Who,
  { kept, gone, reason }: { kept: Member; gone: Member; reason: string },
): Promise<void> {
  const step = { subject: "member", account, ip };
  await noteStep(tx, {
    ...step,
    subjectId: kept.id,
    action: "absorbed",
    opinion: `${gone.memberNo} ${gone.name}：${reason}`,
  });
  await noteStep(tx, {
    ...step,
    subjectId: gone.id,
    action: "merged",
    toState: kept.memberNo,
    opinion: `${kept.memberNo} ${kept.name}：${reason}`,
  });
}

async function moveTerms(
  tx: Db,
  kept: Member,
  gone: Member,
  isShortened: boolean,
  by: string,
): Promise<void> {
  const standing = await openTermsOf(tx, kept.id);
  const coming = await openTermsOf(tx, gone.id);
  if (clashesOf(standing, coming).length > 0 && !isShortened) {
    throw new AppError("两位会员的会籍有重叠，请选择以保留会员的会籍为准后再合并");
  }
  for (const term of coming) {
    const left = leftOf(term, standing);
    const isSame = left && left.fromOn === term.fromOn && left.toOn === term.toOn;
    if (isSame) continue;
    await tx
      .update(memberTerm)
      .set(left ?? { voidedAt: sql`now()` })
      .where(eq(memberTerm.id, term.id));
    // What it says is no longer so; the member has another one, or is given one.
    await tx
      .update(memberCertificate)
      .set({
        revokedAt: sql`now()`,
        revokedBy: by,
        revokeReason: `会员编号 ${gone.memberNo} 与 ${kept.memberNo} 合并`,
      })
      .where(and(eq(memberCertificate.termId, term.id), isNull(memberCertificate.revokedAt)));
  }
  await tx
    .update(memberCertificate)
    .set({ memberId: kept.id })
    .where(eq(memberCertificate.memberId, gone.id));
  await tx.update(memberTerm).set({ memberId: kept.id }).where(eq(memberTerm.memberId, gone.id));
}

/** What stays is what the one that stays says; what it does not know comes from the other. */
async function unitedOf(
  tx: Db,
  kept: Member,
  gone: Member,
  account: MergeGiven["account"],
): Promise<Partial<typeof member.$inferInsert>> {
  const last = (await openTermsOf(tx, kept.id)).at(-1);
  const said = Object.entries(kept.form).filter(([, value]) => value !== "");
  const hasId = kept.idIndex !== null;
  const [first, second] =
    account === "kept" ? [kept.userId, gone.userId] : [gone.userId, kept.userId];
  return {
    userId: first ?? second,
    levelId: last?.levelId ?? kept.levelId,
    idType: hasId ? kept.idType : gone.idType,
    idSealed: hasId ? kept.idSealed : gone.idSealed,
    idIndex: hasId ? kept.idIndex : gone.idIndex,
    creditCode: kept.creditCode || gone.creditCode,
    phone: kept.phone || gone.phone,
    email: kept.email || gone.email,
    region: kept.region || gone.region,
    deptId: kept.deptId ?? gone.deptId,
    branchIds: [...new Set([...kept.branchIds, ...gone.branchIds])],
    form: { ...gone.form, ...Object.fromEntries(said) },
    joinedOn: [kept.joinedOn, gone.joinedOn].sort()[0] ?? kept.joinedOn,
  };
}
