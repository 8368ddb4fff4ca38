import { eq, gte, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { MEGABYTE } from "#src/lib/upload/upload-rules.ts";
import { AppError } from "#src/server/http/errors.ts";
import { user } from "../../system/user/table.server.ts";
import { storedFile } from "./table.server.ts";

/**
 * What a person who is no staff may store. Everybody can register, and what is uploaded is public:
 * without a bound one person fills the disk. A declaration with all its papers needs some twenty files.
 */
const QUOTA = { dayFiles: 40, dayMegabytes: 80, allMegabytes: 300 };

const DAY_FULL = `一天最多上传${QUOTA.dayFiles}个文件、共${QUOTA.dayMegabytes}MB，请明天再试`;
const ALL_FULL = `您上传的文件已达${QUOTA.allMegabytes}MB上限，如需更多空间请联系我们`;

/**
 * Refuses what goes beyond the person's quota. Two files at once see each other only when `tx` is the
 * transaction that writes the row: the account's row is held until its end.
 * @throws AppError with the text for the person.
 */
export async function requireRoom(tx: Db, ownerId: number, bytes: number): Promise<void> {
  await tx
    .select({ userId: user.userId })
    .from(user)
    .where(eq(user.userId, ownerId))
    .for("no key update");
  const day = gte(storedFile.createdAt, sql`now() - interval '1 day'`);
  const [held] = await tx
    .select({
      dayFiles: sql<number>`(count(*) filter (where ${day}))::int`,
      dayBytes: sql<number>`coalesce(sum(${storedFile.bytes}) filter (where ${day}), 0)::float8`,
      allBytes: sql<number>`coalesce(sum(${storedFile.bytes}), 0)::float8`,
    })
    .from(storedFile)
    .where(eq(storedFile.ownerId, ownerId));
  if (!held) return;
  if (held.dayFiles >= QUOTA.dayFiles) throw new AppError(DAY_FULL);
  if (held.dayBytes + bytes > QUOTA.dayMegabytes * MEGABYTE) throw new AppError(DAY_FULL);
  if (held.allBytes + bytes > QUOTA.allMegabytes * MEGABYTE) throw new AppError(ALL_FULL);
}
