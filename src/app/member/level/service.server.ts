import { asc, eq } from "drizzle-orm";
import type { Context } from "#src/server/start/context.ts";
import { memberLevel } from "./table.server.ts";

/** Pages that show levels are dropped with it: every write of theirs publishes it. */
export const LEVELS_TAG = "entity:member_level";

/** The levels that are in use, those of persons first, in their order; kept per process. Fees are fen. */
export function levelsInUse({ db, memo }: Pick<Context, "db" | "memo">) {
  return memo.get("levels-in-use", [LEVELS_TAG], () =>
    db
      .select({
        id: memberLevel.id,
        levelName: memberLevel.levelName,
        memberType: memberLevel.memberType,
        annualFee: memberLevel.annualFee,
        renewalFee: memberLevel.renewalFee,
        maxYears: memberLevel.maxYears,
        needsCouncil: memberLevel.needsCouncil,
        needsReferees: memberLevel.needsReferees,
        needsStampedForm: memberLevel.needsStampedForm,
        isOpen: memberLevel.isOpen,
        delegates: memberLevel.delegates,
        seats: memberLevel.seats,
        journal: memberLevel.journal,
        projects: memberLevel.projects,
        audience: memberLevel.audience,
      })
      .from(memberLevel)
      .where(eq(memberLevel.status, "0"))
      .orderBy(asc(memberLevel.memberType), asc(memberLevel.orderNum), asc(memberLevel.id)),
  );
}

export type LevelInUse = Awaited<ReturnType<typeof levelsInUse>>[number];
