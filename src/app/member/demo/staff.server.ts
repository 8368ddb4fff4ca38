import { eq, inArray } from "drizzle-orm";
import { randomPassword } from "#src/app/system/config/seed.server.ts";
import { dept } from "#src/app/system/dept/table.server.ts";
import { role, userRole } from "#src/app/system/role/table.server.ts";
import { announce } from "#src/app/system/user/seed.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { hashPassword } from "#src/server/secrets/password.ts";
import type { Env } from "#src/server/start/env.ts";

/** Somebody of the demo who has done something in it. */
export type DemoStaff = { userId: number; nickName: string };

/** Who does what on the way from an application to a certificate (README "A walk through membership"). */
const STAFF = [
  ["reviewer", "审核员 沈清", "member_reviewer", 104],
  ["secretary", "理事会秘书 何远", "council_sec", 101],
  ["treasurer", "财务 冯嘉", "finance", 106],
  ["branch", "分支机构管理员 罗颖", "branch_admin", 108],
] as const;

type Key = (typeof STAFF)[number][0];

/**
 * Makes the accounts of the demo: four of staff, and one of somebody who has not applied yet. Their first
 * passwords are shown once, as the administrator's is.
 */
export async function demoStaff(db: Db, env: Env): Promise<Record<Key, DemoStaff>> {
  const roles = await db.select().from(role).where(eq(role.delFlag, "0"));
  const depts = await db
    .select({ deptId: dept.deptId })
    .from(dept)
    .where(
      inArray(
        dept.deptId,
        STAFF.map(([, , , deptId]) => deptId),
      ),
    );
  const made: Partial<Record<Key, DemoStaff>> = {};
  for (const [userName, nickName, roleKey, deptId] of STAFF) {
    const roleId = roles.find((each) => each.roleKey === roleKey)?.roleId;
    const isThere = depts.some((each) => each.deptId === deptId);
    made[userName] = await account(db, env, {
      userName,
      nickName,
      userType: "00",
      deptId: isThere ? deptId : null,
      roleId,
    });
  }
  const member = roles.find((each) => each.roleKey === "member")?.roleId;
  await account(db, env, {
    userName: "applicant",
    nickName: "申请人 周行",
    userType: "01",
    deptId: null,
    phonenumber: "19900000001",
    roleId: member,
  });
  const { reviewer, secretary, treasurer, branch } = made;
  if (!reviewer || !secretary || !treasurer || !branch) throw new Error("an account is missing");
  return { reviewer, secretary, treasurer, branch };
}

async function account(
  db: Db,
  env: Env,
  {
    roleId,
    ...values
  }: Omit<typeof user.$inferInsert, "password"> & { roleId: number | undefined },
): Promise<DemoStaff> {
  const { userName, nickName } = values;
  const password = randomPassword();
  const [row] = await db
    .insert(user)
    .values({ ...values, password: await hashPassword(password), createBy: "system" })
    .onConflictDoNothing()
    .returning({ userId: user.userId });
  if (!row) {
    // Somebody has the name already: then that account stands in the history, and keeps its password.
    const [found] = await db.select().from(user).where(eq(user.userName, userName));
    if (!found) throw new Error(`the account ${userName} is neither there nor free`);
    return { userId: found.userId, nickName };
  }
  if (roleId !== undefined) await db.insert(userRole).values({ userId: row.userId, roleId });
  await announce(env, `演示账号 ${userName}（${nickName}），初始密码 ${password}`);
  return { userId: row.userId, nickName };
}
