import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { role } from "./table.server.ts";

export const order = 20;

/** wire 6 and product 4.10; ROLE_DEFAULT is never a row. New ids start at 100. */
const ROWS = [
  { roleId: 1, roleName: "超级管理员", roleKey: "admin", roleSort: 1, dataScope: "1" },
  { roleId: 2, roleName: "普通角色", roleKey: "common", roleSort: 2, dataScope: "2" },
  { roleId: 3, roleName: "会员", roleKey: "member", roleSort: 3, dataScope: "5" },
];

export async function base(db: Db): Promise<void> {
  await db
    .insert(role)
    .values(ROWS.map((row) => ({ ...row, createBy: "system" })))
    .onConflictDoNothing();
  await db.execute(sql`select setval(pg_get_serial_sequence('sys_role', 'role_id'),
    greatest(100, (select max(role_id) + 1 from sys_role)), false)`);
}
