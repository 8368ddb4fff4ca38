import { and, eq, gte, isNull } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { issueCertificate, type Member } from "../service.server.ts";
import { memberCertificate } from "./table.server.ts";

/**
 * Gives new certificates, with the name of today, for those of a member that hold; the ones before are revoked and
 * say why. To be called with the member's row locked.
 */
export async function replaceCertificates(
  tx: Db,
  { id, name }: Pick<Member, "id" | "name">,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const today = formatDay(new Date());
  const holding = await tx
    .update(memberCertificate)
    .set({ revokedAt: new Date(), revokedBy: by, revokeReason: reason })
    .where(
      and(
        eq(memberCertificate.memberId, id),
        isNull(memberCertificate.revokedAt),
        gte(memberCertificate.toOn, today),
      ),
    )
    .returning();
  for (const { memberId, termId, memberNo, levelName, fromOn, toOn } of holding) {
    await issueCertificate(tx, {
      memberId,
      termId,
      memberNo,
      name,
      levelName,
      fromOn,
      toOn,
      issuedOn: today,
    });
  }
}
