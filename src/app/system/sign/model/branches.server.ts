import { and, asc, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import { readSetting } from "../../config/service.server.ts";
import { dept } from "../../dept/table.server.ts";
import type { Branch } from "../wire.ts";

/** Branches that an application may name: the departments in use right below the one that the setting names. */
export async function branchesIn(db: Db): Promise<Branch[]> {
  const above = (await readSetting(db, "member.branches"))?.trim();
  if (!above) return [];
  const parent = alias(dept, "above");
  return db
    .select({ id: dept.deptId, name: dept.deptName })
    .from(dept)
    .innerJoin(parent, eq(parent.deptId, dept.parentId))
    .where(
      and(
        eq(parent.deptName, above),
        eq(parent.delFlag, "0"),
        eq(parent.status, "0"),
        eq(dept.delFlag, "0"),
        eq(dept.status, "0"),
      ),
    )
    .orderBy(asc(dept.orderNum), asc(dept.deptId))
    .limit(200);
}
