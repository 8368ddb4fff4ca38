import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { type Scope, scopesOf } from "../reach/given/service.server.ts";
import { requireDeptsInScope } from "../reach/service.server.ts";
import { dept } from "./table.server.ts";

type Dept = typeof dept.$inferSelect;

/**
 * One writer of the tree at a time: two moves at once could otherwise close a circle, two additions
 * take the same name. Readers are not held up.
 */
export const lockTree = (tx: Db) => tx.execute(sql`lock table ${dept} in share row exclusive mode`);

/** Condition on the department table: rows anywhere below this one. */
export const below = (deptId: number): SQL =>
  sql`${String(deptId)} = any(string_to_array(${dept.ancestors}, ','))`;

/** @throws AppError 404 where there is none. */
export async function findDept(db: Db, deptId: number): Promise<Dept> {
  const [found] = await db
    .select()
    .from(dept)
    .where(and(eq(dept.deptId, deptId), eq(dept.delFlag, "0")));
  if (!found) throw new AppError(NOT_FOUND, { code: 404 });
  return found;
}

const NO_PARENT = "上级部门不存在";

/** The department that something is to hang below, refused on the form's field. */
export async function parentOf(db: Db, parentId: number): Promise<Dept> {
  const [found] = await db
    .select()
    .from(dept)
    .where(and(eq(dept.deptId, parentId), eq(dept.delFlag, "0")));
  if (!found) throw new AppError(NO_PARENT, { fields: { parentId: NO_PARENT } });
  return found;
}

/** Refuses a name that another one below the same department has. */
export async function checkName(
  db: Db,
  { deptName, parentId }: Pick<Dept, "deptName" | "parentId">,
  deptId: number | undefined,
): Promise<void> {
  const [other] = await db
    .select({ id: dept.deptId })
    .from(dept)
    .where(
      and(
        eq(dept.deptName, deptName),
        eq(dept.parentId, parentId),
        eq(dept.delFlag, "0"),
        deptId === undefined ? undefined : ne(dept.deptId, deptId),
      ),
    )
    .limit(1);
  if (!other) return;
  const verb = deptId === undefined ? "新增" : "修改";
  const taken = "部门名称已存在";
  throw new AppError(`${verb}部门'${deptName}'失败，${taken}`, { fields: { deptName: taken } });
}

/**
 * Whether a department may hang below `next.parentId`; returns its ancestors there. Someone whose
 * data scope has bounds may not widen it by this: where a scope of theirs takes in the new place, it
 * must take in already what is moved (security 12).
 */
export async function checkMove(db: Db, account: Account, next: Dept): Promise<string> {
  const { deptId, parentId, deptName } = next;
  const refuse = (text: string) =>
    new AppError(`修改部门'${deptName}'失败，${text}`, { fields: { parentId: text } });
  if (parentId === deptId) throw refuse("上级部门不能是自己");
  const moved = await db
    .select({ id: dept.deptId })
    .from(dept)
    .where(and(below(deptId), eq(dept.delFlag, "0")));
  const ids = [deptId, ...moved.map(({ id }) => id)];
  if (ids.includes(parentId)) throw refuse("上级部门不能是自己的下级部门");
  for (const scope of (await scopesOf(db, account)).values()) {
    if (scope.deptIds.includes(parentId)) requireDeptsInScope(scope, ids);
  }
  if (parentId === 0) return "0";
  const above = await parentOf(db, parentId);
  return `${above.ancestors},${above.deptId}`;
}

/** Hands a moved department's new ancestors on to all below it. */
export async function moveBelow(db: Db, deptId: number, was: string, now: string): Promise<void> {
  await db
    .update(dept)
    .set({ ancestors: sql`${now}::text || substr(${dept.ancestors}, ${was.length + 1}::int)` })
    .where(below(deptId));
}

export async function hasEnabledBelow(db: Db, deptId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: dept.deptId })
    .from(dept)
    .where(and(below(deptId), eq(dept.status, "0"), eq(dept.delFlag, "0")))
    .limit(1);
  return found !== undefined;
}

/** A department in use has all above it in use (wire 2.6); those must be the person's own. */
export async function enableAbove(db: Db, scope: Scope, ancestors: string): Promise<void> {
  const closed = await db
    .select({ id: dept.deptId })
    .from(dept)
    .where(and(inArray(dept.deptId, ancestors.split(",").map(Number)), eq(dept.status, "1")));
  const ids = closed.map(({ id }) => id);
  if (ids.length === 0) return;
  requireDeptsInScope(scope, ids);
  await db.update(dept).set({ status: "0" }).where(inArray(dept.deptId, ids));
}
