import { and, desc, eq } from "drizzle-orm";
import { regionName } from "#src/app/common/regions/service.server.ts";
import { payment } from "#src/app/finance/table.server.ts";
import { stepsOf } from "#src/app/inbox/service.server.ts";
import { dept } from "#src/app/system/dept/table.server.ts";
import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { openIdentity } from "#src/app/system/sign/identity/service.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { KIND_NAMES, type SignKind } from "#src/lib/membership/fees.ts";
import { postName } from "#src/lib/membership/posts.ts";
import { SIGN_LIFE, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { MEMBER_STATE_NAMES, memberStateOf } from "#src/lib/membership/terms.ts";
import { maskEmail, maskPaperNumber, maskPhone } from "#src/lib/people/masks.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { memberCertificate } from "../certificate/table.server.ts";
import { memberLevel } from "../level/table.server.ts";
import { leaderPeriod, leaderPost } from "../post/table.server.ts";
import type { Member } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import type { MemberWhole } from "../wire.ts";

/** Names of what people do with a member, in its history. */
const MEMBER_STEPS: Readonly<Record<string, string>> = {
  edit: "修改资料",
  suspended: "中止会籍",
  resigned: "办理退会",
  expelled: "除名",
  restored: "恢复会籍",
  shown: "同意在名录中展示",
  hidden: "撤回在名录中展示",
  revokeCertificate: "撤销证书",
  reissueCertificate: "重发证书",
  import: "从旧档案导入",
  linked: "本人核准并关联账号",
  ownEdit: "本人修改联系方式",
  corrected: "更正资料",
  duesNotice: "发送会费通知",
  absorbed: "并入重复的会员",
  merged: "合并到另一位会员",
};

/** A member within reach. @throws AppError 404 where there is none that this person may see. */
export async function memberWithin(
  db: Db,
  reach: Reach,
  permission: ScopedPermission,
  id: number,
): Promise<Member> {
  const [row] = await db.select().from(member).where(eq(member.id, id));
  if (!row || !reach.covers(permission, { ownerId: null, deptId: row.deptId })) {
    throw new AppError(NOT_FOUND, { code: 404 });
  }
  return row;
}

const textIn = ({ form }: Member, name: string): string => {
  const value = form[name];
  return typeof value === "string" ? value : "";
};

/** All that staff see of one member, masked. */
export async function wholeOf(
  context: Pick<Context, "db" | "env">,
  row: Member,
): Promise<MemberWhole> {
  const { db, env } = context;
  const levels = new Map(
    (await db.select().from(memberLevel)).map(({ id, levelName }) => [id, levelName]),
  );
  const [branch] =
    row.deptId === null ? [] : await db.select().from(dept).where(eq(dept.deptId, row.deptId));
  const [into] =
    row.mergedInto === null
      ? []
      : await db.select().from(member).where(eq(member.id, row.mergedInto));
  const state = memberStateOf(row, formatDay(new Date()));
  return {
    id: row.id,
    memberNo: row.memberNo,
    memberType: row.memberType,
    name: row.name,
    levelName: levels.get(row.levelId) ?? "",
    region: row.region,
    regionName: await regionName(row.region),
    branchName: branch?.deptName ?? "",
    phone: maskPhone(row.phone),
    email: maskEmail(row.email),
    idNo: maskPaperNumber(openIdentity(env.dataDir, row.idSealed)),
    creditCode: row.creditCode,
    workUnit: textIn(row, "workUnit"),
    address: textIn(row, "address"),
    state,
    stateName: MEMBER_STATE_NAMES[state],
    manualState: row.manualState,
    manualReason: row.manualReason,
    joinedOn: row.joinedOn,
    mergedInto: into?.memberNo ?? "",
    hasAccount: row.userId !== null,
    directoryVisible: row.directoryVisible,
    validFrom: row.validFrom,
    validTo: row.validTo,
    version: row.version,
    ...(await belongings(db, row.id, levels)),
  };
}

async function belongings(db: Db, memberId: number, levels: ReadonlyMap<number, string>) {
  const terms = await db
    .select()
    .from(memberTerm)
    .where(eq(memberTerm.memberId, memberId))
    .orderBy(desc(memberTerm.toOn));
  const certificates = await db
    .select()
    .from(memberCertificate)
    .where(eq(memberCertificate.memberId, memberId))
    .orderBy(desc(memberCertificate.toOn), desc(memberCertificate.id));
  const signs = await db
    .select()
    .from(sign)
    .where(eq(sign.memberId, memberId))
    .orderBy(desc(sign.id));
  const payments = await db
    .select({ row: payment, applyNo: sign.applyNo })
    .from(payment)
    .innerJoin(sign, eq(sign.id, payment.signId))
    .where(eq(sign.memberId, memberId))
    .orderBy(desc(payment.id));
  const steps = await stepsOf(db, "member", memberId);
  const posts = await db
    .select({ row: leaderPost, periodName: leaderPeriod.periodName })
    .from(leaderPost)
    .innerJoin(leaderPeriod, eq(leaderPeriod.id, leaderPost.periodId))
    .where(and(eq(leaderPost.memberId, memberId), eq(leaderPost.isDraft, false)))
    .orderBy(desc(leaderPost.fromOn), leaderPost.post);
  return {
    posts: posts.map(({ row, periodName }) => ({
      id: row.id,
      periodName,
      postName: postName(row.post),
      fromOn: row.fromOn,
      toOn: row.toOn,
      endReason: row.endReason,
    })),
    terms: terms.map(({ id, levelId, fromOn, toOn, voidedAt }) => ({
      id,
      levelName: levels.get(levelId) ?? "",
      fromOn,
      toOn,
      isVoid: voidedAt !== null,
    })),
    certificates: certificates.map((each) => ({
      id: each.id,
      code: each.code,
      levelName: each.levelName,
      fromOn: each.fromOn,
      toOn: each.toOn,
      issuedOn: each.issuedOn,
      isRevoked: each.revokedAt !== null,
      revokeReason: each.revokeReason,
    })),
    signs: signs.map((each) => ({
      id: each.id,
      applyNo: each.applyNo,
      kindName: KIND_NAMES[each.kind as SignKind] ?? each.kind,
      stateName: SIGN_LIFE.states[stateOfCode(each.state)].name,
      createTime: formatDateTime(each.createTime),
    })),
    payments: payments
      .filter(({ row }) => row.state === 1)
      .map(({ row, applyNo }) => ({
        id: row.id,
        applyNo,
        received: moneyText(row.receivedFen),
        payTime: formatDateTime(row.payTime),
        bankSerial: row.bankSerial ?? "",
      })),
    history: steps.map((each) => ({
      name: MEMBER_STEPS[each.action] ?? each.action,
      opinion: each.opinion,
      nickName: each.nickName,
      createTime: formatDateTime(each.createTime),
    })),
  };
}
