import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { MenuSeed } from "#src/lib/menu/menu-seed.ts";
import { role } from "../role/table.server.ts";
import { menu, roleMenu } from "./table.server.ts";

/** A role with what it may do: the rows whose permission fits. */
export type RoleSeed = Pick<
  typeof role.$inferInsert,
  "roleName" | "roleKey" | "roleSort" | "dataScope" | "remark"
> & { perms: RegExp };

/** Puts in the rows of directories of ours and the roles that work there; once an installation. */
export async function putIn(
  db: Db,
  rows: readonly MenuSeed[],
  roles: readonly RoleSeed[],
): Promise<void> {
  const ids = rows.map((row) => row.menuId);
  const taken = await db.select({ id: menu.menuId }).from(menu).where(inArray(menu.menuId, ids));
  // An installation's own rows count from 2000 as well: then ours get the next free numbers.
  const idOf = new Map<number, number>();
  await db.execute(sql`select setval(pg_get_serial_sequence('sys_menu', 'menu_id'),
    greatest(3000, (select max(menu_id) + 1 from sys_menu)), false)`);
  for (const row of rows) {
    const { menuId, ...rest } = row;
    const values = {
      ...(taken.length > 0 ? rest : row),
      parentId: idOf.get(row.parentId ?? 0) ?? row.parentId,
      createBy: "system",
    };
    const [made] = await db.insert(menu).values(values).returning({ id: menu.menuId });
    if (made) idOf.set(menuId, made.id);
  }
  const parentOf = new Map(rows.map((row) => [row.menuId, row.parentId]));
  /** The row with the page and the directory that it stands in. */
  const above = (menuId: number): number[] =>
    menuId ? [...above(parentOf.get(menuId) ?? 0), menuId] : [];
  for (const { perms, ...values } of roles) {
    const [there] = await db
      .select({ id: role.roleId })
      .from(role)
      .where(eq(role.roleKey, values.roleKey));
    if (there) continue;
    const [made] = await db
      .insert(role)
      .values({ ...values, createBy: "system" })
      .returning({ id: role.roleId });
    const held = rows.filter((row) => perms.test(row.perms ?? ""));
    const menuIds = new Set(
      held.flatMap((row) => above(row.menuId).map((menuId) => idOf.get(menuId))),
    );
    await db
      .insert(roleMenu)
      .values(
        [...menuIds].flatMap((menuId) => (menuId && made ? [{ roleId: made.id, menuId }] : [])),
      );
  }
}
