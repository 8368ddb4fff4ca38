import { and, eq, gte, isNull } from "drizzle-orm";
import { settings } from "#src/app/system/config/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Context } from "#src/server/start/context.ts";
import { findFile } from "../../common/upload/service.server.ts";
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

/** Larger than any picture of a seal. */
const LARGEST_SEAL = 8 * 1024 * 1024;

/** The society's seal as it was uploaded; undefined where there is none, or the store does not have it. */
export async function sealOf(
  context: Pick<Context, "db" | "memo" | "files">,
): Promise<Uint8Array | undefined> {
  const address = (await settings(context)).get("member.seal") ?? "";
  if (!address) return undefined;
  const file = await findFile(context.db, address.replace(/^\/profile\//, ""));
  const found =
    file && file.bytes <= LARGEST_SEAL ? await context.files.read(file.path) : undefined;
  if (!found) return undefined;
  const parts: Buffer[] = [];
  for await (const part of found.stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
