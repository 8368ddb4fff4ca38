import { eq } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { sendEvent } from "#src/app/message/service.server.ts";
import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { memberLevel } from "../level/table.server.ts";
import { issueCertificate, type Member } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import { memberCertificate } from "./table.server.ts";

export type Certificate = typeof memberCertificate.$inferSelect;
type Found = { certificate: Certificate; owner: Member };

/** A certificate with whose it is, locked. @throws AppError 404 where this person does not reach it. */
async function lockCertificate(
  tx: Db,
  reach: Reach,
  permission: ScopedPermission,
  id: number,
): Promise<Found> {
  // The member first, as everything that gives it terms does.
  const [known] = await tx
    .select({ memberId: memberCertificate.memberId })
    .from(memberCertificate)
    .where(eq(memberCertificate.id, id));
  const [owner] = known
    ? await tx.select().from(member).where(eq(member.id, known.memberId)).for("update")
    : [];
  const [certificate] = await tx
    .select()
    .from(memberCertificate)
    .where(eq(memberCertificate.id, id))
    .for("update");
  if (
    !owner ||
    !certificate ||
    !reach.covers(permission, { ownerId: null, deptId: owner.deptId })
  ) {
    throw new AppError(NOT_FOUND, { code: 404 });
  }
  return { certificate, owner };
}

function reasonOf(given: string): string {
  const reason = given.trim();
  refuseFields({ reason: isReason(reason) ? undefined : REASON_ASKED });
  return reason;
}

type Given = { id: number; reason: string };
type Who = { reach: Reach; ip: string };

/** Takes a certificate back; its owner is told. @throws AppError where it is taken back already. */
export async function revoke(db: Db, { reach, ip }: Who, given: Given): Promise<void> {
  const reason = reasonOf(given.reason);
  await db.transaction(async (tx) => {
    const { certificate, owner } = await lockCertificate(
      tx,
      reach,
      "member:certificate:revoke",
      given.id,
    );
    if (certificate.revokedAt) throw new AppError("这份证书已经撤销");
    await takeBack(tx, reach, certificate, reason);
    await note(tx, { reach, ip }, owner, "revokeCertificate", reason);
    if (owner.userId !== null) {
      await sendEvent(tx, {
        event: "certificateRevoked",
        userId: owner.userId,
        link: "/Membership/mine",
        subject: "member",
        subjectId: owner.id,
        fields: { 姓名: owner.name, 会员号: owner.memberNo, 原因: reason },
      });
    }
  });
}

/**
 * Issues another certificate for the same term, with the name, number and level of today. It has a code of its
 * own, and the certificate before it is revoked. @throws AppError where the term is void, or a later certificate of it holds.
 */
export async function reissue(db: Db, { reach, ip }: Who, given: Given): Promise<void> {
  const reason = reasonOf(given.reason);
  await db.transaction(async (tx) => {
    const { certificate, owner } = await lockCertificate(
      tx,
      reach,
      "member:certificate:reissue",
      given.id,
    );
    const [term] = await tx.select().from(memberTerm).where(eq(memberTerm.id, certificate.termId));
    if (!term || term.voidedAt) throw new AppError("这一期会籍已作废，不能重发证书");
    const others = await tx
      .select()
      .from(memberCertificate)
      .where(eq(memberCertificate.termId, term.id));
    if (others.some((each) => each.id !== certificate.id && !each.revokedAt)) {
      throw new AppError("这一期会籍已有新的证书，请在新证书上办理");
    }
    const [level] = await tx.select().from(memberLevel).where(eq(memberLevel.id, term.levelId));
    if (!certificate.revokedAt) await takeBack(tx, reach, certificate, reason);
    await issueCertificate(tx, {
      memberId: owner.id,
      termId: term.id,
      memberNo: owner.memberNo,
      name: owner.name,
      levelName: level?.levelName ?? certificate.levelName,
      fromOn: term.fromOn,
      toOn: term.toOn,
      issuedOn: formatDay(new Date()),
    });
    await note(tx, { reach, ip }, owner, "reissueCertificate", reason);
  });
}

const takeBack = (tx: Db, reach: Reach, { id }: Certificate, reason: string) =>
  tx
    .update(memberCertificate)
    .set({
      revokedAt: new Date(),
      revokedBy: reach.account.nickName,
      revokeReason: reason,
    })
    .where(eq(memberCertificate.id, id));

const note = (tx: Db, { reach, ip }: Who, owner: Member, action: string, opinion: string) =>
  noteStep(tx, {
    subject: "member",
    subjectId: owner.id,
    action,
    opinion,
    account: reach.account,
    ip,
  });
