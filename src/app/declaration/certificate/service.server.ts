import { and, asc, between, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { newCertificateCode, nextNumber } from "#src/app/member/service.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import {
  CERTIFICATES,
  type CertificateKind,
  certificateFor,
  isCertificateKind,
  leaderOf,
} from "#src/lib/declare/certificates.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { filledRows } from "#src/lib/declare/read-values.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { declareBatch } from "../batch/table.server.ts";
import { declareItem } from "../item/table.server.ts";
import { declareCertificate } from "./table.server.ts";
import type { CertificateBatch } from "./wire.ts";

export type Certificate = typeof declareCertificate.$inferSelect;

/** Certificates that one call issues at most; staff call again for the rest. */
const MAX_ISSUED = 500;

const isGranted = between(declareItem.state, DECLARE_CODES.approved, DECLARE_CODES.completed);

/** Declarations of a batch that have come to a certificate they do not hold, in the order of their numbers. */
async function dueIn(tx: Db, batchId: number) {
  const rows = await tx
    .select({
      item: declareItem,
      kind: declareBatch.kind,
      batchName: declareBatch.batchName,
      nickName: user.nickName,
    })
    .from(declareItem)
    .innerJoin(declareBatch, eq(declareBatch.id, declareItem.batchId))
    .innerJoin(user, eq(user.userId, declareItem.userId))
    .where(and(eq(declareItem.batchId, batchId), isGranted, isNull(declareItem.erasedAt)))
    .orderBy(asc(declareItem.itemNo), asc(declareItem.id));
  const held = await tx
    .select({ itemId: declareCertificate.itemId, kind: declareCertificate.kind })
    .from(declareCertificate)
    .innerJoin(declareItem, eq(declareItem.id, declareCertificate.itemId))
    .where(and(eq(declareItem.batchId, batchId), isNull(declareCertificate.revokedAt)));
  const kept = new Set(held.map(({ itemId, kind }) => `${itemId} ${kind}`));
  return rows.flatMap(({ item, kind: batchKind, batchName, nickName }) => {
    const found = certificateFor(batchKind, item);
    const isDue = found && !kept.has(`${item.id} ${found.kind}`);
    return isDue ? [{ item, batchName, nickName, batchKind, ...found }] : [];
  });
}

type Named = {
  item: typeof declareItem.$inferSelect;
  kind: CertificateKind;
  batchKind: string;
  nickName: string;
};

/** Who is named on a certificate: the unit itself, or the leader, then the members. */
function namesOf({ item: { values, unitName }, kind, batchKind, nickName }: Named): string {
  if (kind === "unit") return unitName || nickName;
  const leader = leaderOf(batchKind, values) || nickName;
  const members = filledRows(values, "members").map(({ name = "" }) => name.trim());
  return [...new Set([leader, ...members.filter(Boolean)])].join("、");
}

/**
 * Issues all certificates of a batch that are due, in the order of the declarations. The batch's row is held, so
 * that of two at once each is issued once. @throws AppError where none is due
 */
export async function issueDue(db: Db, batchId: number, by: string): Promise<number> {
  return db.transaction(async (tx) => {
    const [batch] = await tx
      .select({ id: declareBatch.id })
      .from(declareBatch)
      .where(eq(declareBatch.id, batchId))
      .for("no key update");
    if (!batch) throw new AppError(NOT_FOUND, { code: 404 });
    // Held, so that none is terminated meanwhile: its certificate would not be taken back.
    await tx
      .select({ id: declareItem.id })
      .from(declareItem)
      .where(and(eq(declareItem.batchId, batchId), isGranted))
      .orderBy(asc(declareItem.id))
      .for("share");
    const due = (await dueIn(tx, batchId)).slice(0, MAX_ISSUED);
    if (due.length === 0) throw new AppError("本批次没有需要制发的证书");
    const issuedOn = formatDay(new Date());
    const year = Number(issuedOn.slice(0, 4));
    for (const one of due) {
      const { item, batchName, kind, level } = one;
      const number = await nextNumber(tx, "declareCert", year);
      await tx.insert(declareCertificate).values({
        code: newCertificateCode(),
        certNo: `R${year}${String(number).padStart(5, "0")}`,
        itemId: item.id,
        kind,
        itemNo: item.itemNo,
        title: item.title,
        name: namesOf(one),
        unitName: item.unitName,
        batchName,
        level,
        issuedOn,
        issuedBy: by,
      });
    }
    return due.length;
  });
}

/** Takes a certificate back; another one may be issued in its place. @throws AppError where it is taken back already */
export async function revoke(db: Db, id: number, given: string, by: string): Promise<void> {
  const revokeReason = given.trim();
  refuseFields({ reason: isReason(revokeReason) ? undefined : REASON_ASKED });
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(declareCertificate)
      .where(eq(declareCertificate.id, id))
      .for("update");
    if (!row) throw new AppError(NOT_FOUND, { code: 404 });
    if (row.revokedAt) throw new AppError("这份证书已经撤销");
    await tx
      .update(declareCertificate)
      .set({ revokedAt: new Date(), revokedBy: by, revokeReason })
      .where(eq(declareCertificate.id, id));
  });
}

/** Takes all certificates of a declaration back, in the step that ends it. */
export async function revokeOf(
  tx: Db,
  itemId: number,
  by: string,
  revokeReason: string,
): Promise<void> {
  await tx
    .update(declareCertificate)
    .set({ revokedAt: new Date(), revokedBy: by, revokeReason })
    .where(and(eq(declareCertificate.itemId, itemId), isNull(declareCertificate.revokedAt)));
}

/** Batches whose results are there, the newest first, with what each of them has to issue and to send. */
export async function certificateBatches(db: Db): Promise<CertificateBatch[]> {
  const { approved, completed, declined } = DECLARE_CODES;
  const batches = await db
    .select({ id: declareBatch.id, batchName: declareBatch.batchName, kind: declareBatch.kind })
    .from(declareBatch)
    .where(
      sql`exists (select 1 from declare_item i where i.batch_id = ${declareBatch}.id
        and i.state between ${approved} and ${declined})`,
    )
    .orderBy(desc(declareBatch.id))
    .limit(50);
  if (batches.length === 0) return [];
  // A form is long, and a batch has thousands: what they have come to is counted, no form is read.
  const one = db
    .select({
      batchId: declareItem.batchId,
      state: declareItem.state,
      award: declareItem.award,
      grade: declareItem.grade,
      isErased: sql<boolean>`${declareItem.erasedAt} is not null`.as("is_erased"),
      held: sql<string>`coalesce((select string_agg(c.kind, ' ' order by c.kind)
        from declare_certificate c where c.item_id = ${declareItem}.id
        and c.revoked_at is null), '')`.as("held"),
    })
    .from(declareItem)
    .where(
      and(
        inArray(
          declareItem.batchId,
          batches.map(({ id }) => id),
        ),
        between(declareItem.state, approved, declined),
      ),
    )
    .as("one");
  const groups = await db
    .select({
      batchId: one.batchId,
      state: one.state,
      award: one.award,
      grade: one.grade,
      isErased: one.isErased,
      held: one.held,
      count: count(),
    })
    .from(one)
    .groupBy(one.batchId, one.state, one.award, one.grade, one.isErased, one.held);
  const ofBatch = Map.groupBy(groups, ({ batchId }) => batchId);
  return batches.map(({ id, batchName, kind: batchKind }) => {
    const counted = { issued: 0, due: 0, passed: 0, declined: 0 };
    for (const { held: text, isErased, count: several, ...outcome } of ofBatch.get(id) ?? []) {
      const held = new Set(text.split(" ").filter(Boolean));
      const found = certificateFor(batchKind, outcome);
      counted.issued += held.size * several;
      if (found && !isErased && !held.has(found.kind)) counted.due += several;
      counted[outcome.state <= completed ? "passed" : "declined"] += several;
    }
    return { id, batchName, ...counted };
  });
}

const nameOfKind = (kind: string) => (isCertificateKind(kind) ? CERTIFICATES[kind] : kind);

/** Certificates of a declaration that hold, as its owner sees them. */
export async function certificatesOf(db: Db, itemId: number) {
  const rows = await db
    .select()
    .from(declareCertificate)
    .where(and(eq(declareCertificate.itemId, itemId), isNull(declareCertificate.revokedAt)))
    .orderBy(asc(declareCertificate.id));
  return rows.map(({ code, certNo, kind }) => ({ code, certNo, kindName: nameOfKind(kind) }));
}

/** What anybody may see of a certificate with this code; undefined: there is none. */
export async function honourOf(db: Db, code: string) {
  const [row] = await db.select().from(declareCertificate).where(eq(declareCertificate.code, code));
  if (!row) return undefined;
  const { certNo, title, batchName, level, issuedOn, name } = row;
  return {
    heading: nameOfKind(row.kind),
    ...{ certNo, title, batchName, level, issuedOn },
    isUnit: row.kind === "unit",
    names: row.kind === "unit" ? [name] : name.split("、"),
    isRevoked: row.revokedAt !== null,
  };
}
