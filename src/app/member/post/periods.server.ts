import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { hasCode } from "#src/lib/causes.ts";
import { readFields, text } from "#src/server/fields/fields.ts";
import { day } from "#src/server/fields/value-fields.ts";
import { AppError, CONFLICT, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { dropLeaders } from "./service.server.ts";
import { leaderPeriod, leaderPost } from "./table.server.ts";
import type { PeriodRow } from "./wire.ts";

type Period = typeof leaderPeriod.$inferSelect;

export const PERIOD_FIELDS = {
  periodName: text("届次名称", { max: 30, isRequired: true }),
  fromOn: day("起始日期", { isRequired: true }),
  toOn: day("届满日期", { isRequired: true }),
  remark: text("备注", { max: 500 }),
};

/** All periods, the latest first. */
export const listPeriods = (db: Db): Promise<PeriodRow[]> =>
  db
    .select({
      id: leaderPeriod.id,
      periodName: leaderPeriod.periodName,
      fromOn: leaderPeriod.fromOn,
      toOn: leaderPeriod.toOn,
      remark: leaderPeriod.remark,
      version: leaderPeriod.version,
      count: sql<number>`(select count(*) from ${leaderPost} as one
        where one.period_id = "leader_period"."id")::int`,
    })
    .from(leaderPeriod)
    .orderBy(desc(leaderPeriod.fromOn));

/** @throws AppError 404 */
export async function lockPeriod(tx: Db, id: number): Promise<Period> {
  const [row] = await tx.select().from(leaderPeriod).where(eq(leaderPeriod.id, id)).for("update");
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

type Body = Readonly<Record<string, unknown>>;

/** Adds a period, or with an id changes it. @throws AppError for days that another period has. */
export async function savePeriod(
  db: Db,
  by: string,
  id: number | undefined,
  body: Body,
): Promise<void> {
  const given = readFields(PERIOD_FIELDS, body, id === undefined);
  try {
    await db.transaction(async (tx) => {
      const before = id === undefined ? undefined : await lockPeriod(tx, id);
      if (before && body.version !== undefined && Number(body.version) !== before.version) {
        throw new AppError(CONFLICT);
      }
      const next = {
        periodName: given.periodName ?? before?.periodName ?? "",
        fromOn: given.fromOn ?? before?.fromOn ?? "",
        toOn: given.toOn ?? before?.toOn ?? "",
        remark: given.remark ?? before?.remark ?? "",
      };
      refuseFields({ toOn: next.fromOn > next.toOn ? "届满日期不能早于起始日期" : undefined });
      await requireOutside(tx, id, next);
      if (!before) await tx.insert(leaderPeriod).values({ ...next, createBy: by });
      else {
        const version = sql`${leaderPeriod.version} + 1`;
        await tx
          .update(leaderPeriod)
          .set({ ...next, version, updateBy: by, updateTime: sql`now()` })
          .where(eq(leaderPeriod.id, before.id));
      }
      await dropLeaders(tx);
    });
  } catch (error) {
    if (hasCode(error, /^23505$/)) {
      refuseFields({ periodName: "届次名称已存在" });
    }
    if (hasCode(error, /^23P01$/)) refuseFields({ fromOn: "与另一届的任期重叠" });
    throw error;
  }
}

/** The posts of a period stay within it. */
async function requireOutside(
  tx: Db,
  id: number | undefined,
  { fromOn, toOn }: { fromOn: string; toOn: string },
): Promise<void> {
  if (id === undefined) return;
  const outside = await tx.$count(
    leaderPost,
    sql`${leaderPost.periodId} = ${id} and (${leaderPost.fromOn} < ${fromOn} or ${leaderPost.toOn} > ${toOn})`,
  );
  refuseFields({
    fromOn: outside > 0 ? `有 ${outside} 条任职超出这一任期，请先修改任职` : undefined,
  });
}

export async function removePeriods(db: Db, ids: readonly number[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of ids.toSorted((a, b) => a - b)) {
      const row = await lockPeriod(tx, id);
      const posts = await tx.$count(leaderPost, eq(leaderPost.periodId, id));
      if (posts > 0) throw new AppError(`「${row.periodName}」还有 ${posts} 条任职，不能删除`);
    }
    await tx.delete(leaderPeriod).where(inArray(leaderPeriod.id, [...ids]));
    await dropLeaders(tx);
  });
}
