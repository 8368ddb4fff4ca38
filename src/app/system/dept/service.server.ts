import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { type Branch, treeOf } from "#src/lib/tree.ts";
import { dept } from "./table.server.ts";

/** How departments lie within a reach: each in itself. */
export const DEPTS = { dept: dept.deptId };

/** The department and all below it. */
export async function withBelow(db: Db, deptId: number): Promise<number[]> {
  const rows = await db
    .select({ deptId: dept.deptId })
    .from(dept)
    .where(
      or(
        eq(dept.deptId, deptId),
        sql`${String(deptId)} = any(string_to_array(${dept.ancestors}, ','))`,
      ),
    );
  return rows.map((row) => row.deptId);
}

/** The departments that a condition leaves, as lists show them. */
export const deptsOf = (db: Db, condition: SQL | undefined) =>
  db
    .select()
    .from(dept)
    .where(and(eq(dept.delFlag, "0"), condition))
    .orderBy(asc(dept.parentId), asc(dept.orderNum), asc(dept.deptId));

/** The same as a tree (wire 3.3); disabled ones are flagged, not left out. */
export async function deptTreeOf(db: Db, condition: SQL): Promise<Branch[]> {
  const rows = await deptsOf(db, condition);
  return treeOf(
    rows.map(({ deptId, parentId, deptName, status }) => ({
      id: deptId,
      parentId,
      label: deptName,
      disabled: status !== "0",
    })),
  );
}
