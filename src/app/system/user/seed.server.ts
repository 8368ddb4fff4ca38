import fs from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { hashPassword } from "#src/server/secrets/password.ts";
import type { Env } from "#src/server/start/env.ts";
import { randomPassword } from "../config/seed.server.ts";
import { userPost } from "../post/table.server.ts";
import { userRole } from "../role/table.server.ts";
import { user } from "./table.server.ts";

export const order = 30;

/** Where the contract's seed has the administrator (wire 6). */
const ADMINISTRATOR_DEPT = 103;

/**
 * The administrator, user 1. A generated password goes to DATA_DIR/first-password (mode 0600), which
 * the starting program prints once and deletes. Given or generated, it leads to a new one and no further.
 */
export async function base(db: Db, env: Env): Promise<void> {
  const there = await db.select({ id: user.userId }).from(user).limit(1);
  if (there.length > 0) return;
  const password = env.adminPassword ?? randomPassword();
  await db.insert(user).values({
    userId: 1,
    userName: "admin",
    nickName: "系统管理员",
    userType: "00",
    deptId: ADMINISTRATOR_DEPT,
    password: await hashPassword(password),
    createBy: "system",
  });
  await db.insert(userRole).values({ userId: 1, roleId: 1 });
  await db.insert(userPost).values({ userId: 1, postId: 1 });
  await db.execute(sql`select setval(pg_get_serial_sequence('sys_user', 'user_id'), 100, false)`);
  if (env.adminPassword) return;
  await announce(env, `管理员账号 admin，初始密码 ${password}`);
}

/** The second user of wire 6, an ordinary one; never with a password that anybody knows. */
export async function demo(db: Db, env: Env): Promise<void> {
  const password = randomPassword();
  const made = await db
    .insert(user)
    .values({
      userId: 2,
      userName: "clerk",
      nickName: "培训部职员",
      userType: "00",
      password: await hashPassword(password),
      deptId: 105,
      createBy: "system",
    })
    .onConflictDoNothing()
    .returning({ userId: user.userId });
  if (made.length === 0) return;
  await db.insert(userRole).values({ userId: 2, roleId: 2 });
  await db.insert(userPost).values({ userId: 2, postId: 2 });
  await announce(env, `演示账号 clerk，初始密码 ${password}`);
}

/** A line for the person who started the program, shown once. */
export async function announce(env: Env, text: string): Promise<void> {
  await fs.mkdir(env.dataDir, { recursive: true });
  await fs.appendFile(
    path.join(env.dataDir, "first-password"),
    `${text}（只显示这一次，登录后请修改）\n`,
    { mode: 0o600 },
  );
}
