import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { MenuSeed } from "#src/lib/menu/menu-seed.ts";
import { role } from "../role/table.server.ts";
import { menu, menuSeed, roleMenu } from "./table.server.ts";

/** A role with what it may do: the rows whose permission fits. */
export type RoleSeed = Pick<
  typeof role.$inferInsert,
  "roleName" | "roleKey" | "roleSort" | "dataScope" | "remark"
> & { perms: RegExp };

/** Rows of the program's own menu that came together, and the roles that work there. */
export type MenuModule = {
  /** The setting by which an installation from before `sys_menu_seed` knows that it has had the module. */
  mark?: `site.${string}`;
  rows: readonly MenuSeed[];
  roles: readonly RoleSeed[];
};

type Placed = MenuSeed & { id: number };

/** Numbers of an installation's own rows begin here. */
const OWN_ROWS = 3_000;
/** Who the rows and roles of the program are made by. */
const PROGRAM = "system";

/**
 * Puts in the rows that this installation has never had, each once: a row that staff removed stays away, one
 * that they changed stays as it is, and nothing comes below a page or directory that they removed. A
 * module that is new brings its roles; a later row goes to roles of the program that its rule names, as long
 * as they hold the directory. Roles that staff made are theirs. Of two starts at once the second one finds
 * all rows known.
 * @returns the rows that were put in, by name.
 */
export async function putIn(
  db: Db,
  rows: readonly MenuSeed[],
  roles: readonly RoleSeed[],
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const claimed = await tx
      .insert(menuSeed)
      .values(rows.map(({ menuId }) => ({ seedId: menuId })))
      .onConflictDoNothing()
      .returning({ seedId: menuSeed.seedId });
    if (claimed.length === 0) return [];
    const isNewModule = claimed.length === rows.length;
    const unknown = new Set(claimed.map(({ seedId }) => seedId));
    const placed = await place(
      tx,
      rows.filter(({ menuId }) => unknown.has(menuId)),
      isNewModule,
    );
    if (placed.length === 0) return [];
    await tx
      .insert(menu)
      .values(placed.map(({ id, ...row }) => ({ ...row, menuId: id, createBy: PROGRAM })));
    for (const { menuId, id } of placed) {
      await tx.update(menuSeed).set({ menuId: id }).where(eq(menuSeed.seedId, menuId));
    }
    const above = await waysUp(tx, rows, placed);
    for (const each of roles) await give(tx, each, placed, above, isNewModule);
    return placed.map(({ menuName }) => menuName);
  });
}

/** The rows with their numbers in this installation and those of the rows above; without such as have no place. */
async function place(tx: Db, rows: readonly MenuSeed[], isNewModule: boolean): Promise<Placed[]> {
  await tx.execute(sql`select setval(pg_get_serial_sequence('sys_menu', 'menu_id'),
    greatest(${OWN_ROWS}::bigint, (select max(menu_id) + 1 from sys_menu)), false)`);
  const known = await idsOf(
    tx,
    rows.map(({ parentId }) => parentId),
  );
  const numbers = rows.map(({ menuId }) => menuId);
  const found = await tx
    .select({ id: menu.menuId })
    .from(menu)
    .where(inArray(menu.menuId, numbers));
  const taken = new Set(found.map(({ id }) => id));
  const placed: Placed[] = [];
  for (const row of rows) {
    const above = placed.find(({ menuId }) => menuId === row.parentId)?.id;
    let parentId = row.parentId === 0 ? 0 : (above ?? known.get(row.parentId));
    // A module that comes now stands at the top where staff have removed what it would stand below.
    if (parentId === undefined && isNewModule && row.menuType !== "F") parentId = 0;
    if (parentId === undefined) continue;
    placed.push({ ...row, parentId, id: taken.has(row.menuId) ? await nextId(tx) : row.menuId });
  }
  return placed;
}

async function nextId(tx: Db): Promise<number> {
  const { rows } = await tx.execute(
    sql`select nextval(pg_get_serial_sequence('sys_menu', 'menu_id')) as id`,
  );
  return Number(rows[0]?.id);
}

/** What rows of the program became here; without those that staff removed. */
async function idsOf(tx: Db, seedIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select()
    .from(menuSeed)
    .where(inArray(menuSeed.seedId, [...new Set(seedIds)]));
  return new Map(rows.flatMap(({ seedId, menuId }) => (menuId ? [[seedId, menuId]] : [])));
}

/** For each row that was put in: itself and all above it as the program orders them, by their numbers here. */
async function waysUp(
  tx: Db,
  rows: readonly MenuSeed[],
  placed: readonly Placed[],
): Promise<(row: Placed) => number[]> {
  const parentOf = new Map(rows.map((row) => [row.menuId, row.parentId]));
  const wayOf = (seedId: number): number[] =>
    parentOf.has(seedId) ? [seedId, ...wayOf(parentOf.get(seedId) ?? 0)] : [];
  const here = await idsOf(
    tx,
    placed.flatMap(({ menuId }) => wayOf(menuId)),
  );
  return ({ menuId }) => wayOf(menuId).flatMap((seedId) => here.get(seedId) ?? []);
}

/** Lets one role have those of the rows that are its own: see putIn. */
async function give(
  tx: Db,
  { perms, ...values }: RoleSeed,
  placed: readonly Placed[],
  above: (row: Placed) => number[],
  isNewModule: boolean,
): Promise<void> {
  const [there] = await tx.select().from(role).where(eq(role.roleKey, values.roleKey));
  if (there ? there.createBy !== PROGRAM || there.delFlag !== "0" : !isNewModule) return;
  const roleId = there?.roleId ?? (await makeRole(tx, values));
  const isPutIn = new Set(placed.map(({ id }) => id));
  const held = new Set(
    (
      await tx.select({ menuId: roleMenu.menuId }).from(roleMenu).where(eq(roleMenu.roleId, roleId))
    ).map(({ menuId }) => menuId),
  );
  const menuIds = placed
    .filter((row) => perms.test(row.perms ?? ""))
    .map(above)
    .filter((way) => way.every((menuId) => isPutIn.has(menuId) || held.has(menuId)))
    .flat();
  if (menuIds.length === 0) return;
  await tx
    .insert(roleMenu)
    .values([...new Set(menuIds)].map((menuId) => ({ roleId, menuId })))
    .onConflictDoNothing();
}

async function makeRole(tx: Db, values: Omit<RoleSeed, "perms">): Promise<number> {
  const [made] = await tx
    .insert(role)
    .values({ ...values, createBy: PROGRAM })
    .returning({ roleId: role.roleId });
  if (!made) throw new Error("no role row");
  return made.roleId;
}
