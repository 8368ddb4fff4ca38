import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { dept } from "../dept/table.server.ts";
import { post, userPost } from "../post/table.server.ts";
import type { ScopedPermission } from "../reach/given/service.server.ts";
import { reachOf, requireDeptsInScope } from "../reach/service.server.ts";

const refuse = (field: string, text: string) => new AppError(text, { fields: { [field]: text } });

/**
 * Refuses a department that somebody cannot be put into: none such, disabled, or outside of what the
 * person may touch by this permission. Without one a user belongs to nobody's scope but "all".
 */
export async function checkDept(
  db: Db,
  account: Account,
  permission: ScopedPermission,
  deptId: number | null,
): Promise<void> {
  const scope = (await reachOf(db, account)).scope(permission);
  if (deptId === null) {
    if (!scope.isAll) throw refuse("deptId", "请选择归属部门");
    return;
  }
  const [row] = await db
    .select({ status: dept.status })
    .from(dept)
    .where(and(eq(dept.deptId, deptId), eq(dept.delFlag, "0")));
  if (!row) throw refuse("deptId", "归属部门不存在，请重新选择");
  if (row.status !== "0") throw refuse("deptId", "归属部门已停用，请选择其他部门");
  requireDeptsInScope(scope, [deptId]);
}

/** Refuses posts that do not exist, and disabled ones that are new to the person. */
export async function checkPosts(db: Db, before: number[], next: number[]): Promise<void> {
  if (next.length === 0) return;
  const rows = await db.select().from(post).where(inArray(post.postId, next));
  if (rows.length < next.length) throw refuse("postIds", "岗位不存在，请刷新后重新选择");
  const closed = rows.find(({ postId, status }) => status !== "0" && !before.includes(postId));
  if (closed) throw refuse("postIds", `岗位「${closed.postName}」已停用`);
}

export async function replacePosts(tx: Db, userId: number, postIds: number[]): Promise<void> {
  await tx.delete(userPost).where(eq(userPost.userId, userId));
  if (postIds.length === 0) return;
  await tx.insert(userPost).values(postIds.map((postId) => ({ userId, postId })));
}
