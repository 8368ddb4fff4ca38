import { asc } from "drizzle-orm";
import { type Region, regionTree } from "#src/app/common/regions/service.server.ts";
import { DEPTS, deptTreeOf } from "#src/app/system/dept/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { memberLevel } from "../level/table.server.ts";
import type { ChoiceNode, Choices } from "../wire.ts";

/** Levels, branches within reach, and provinces with their cities. */
export async function choicesOf(db: Db, reach: Reach): Promise<Choices> {
  const levels = await db
    .select({
      id: memberLevel.id,
      levelName: memberLevel.levelName,
      memberType: memberLevel.memberType,
    })
    .from(memberLevel)
    .orderBy(asc(memberLevel.memberType), asc(memberLevel.orderNum));
  const nodeOf = ({ code, name }: Region): ChoiceNode => ({ id: Number(code), label: name });
  return {
    levels,
    branches: await deptTreeOf(db, reach.where("member:member:list", DEPTS)),
    regions: (await regionTree()).map((province) => ({
      ...nodeOf(province),
      children: (province.children ?? []).map(nodeOf),
    })),
  };
}
