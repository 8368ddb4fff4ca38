import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { isSafePath } from "#src/lib/address/route-path.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { type Account, holds } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { permissionsIn } from "../reach/given/service.server.ts";
import { spreadsBeyond } from "../role/service.server.ts";
import { MENU } from "./fields.ts";
import { ownMenus } from "./service.server.ts";
import { menu } from "./table.server.ts";

export type Menu = typeof menu.$inferSelect;

export const FIELDS = fieldsOf(MENU);

/** The columns of a row that nobody has given yet. */
export const NEW_ROW: Menu = {
  menuId: 0,
  menuName: "",
  parentId: 0,
  orderNum: 0,
  path: "",
  component: "",
  query: "",
  routeName: "",
  isFrame: "1",
  isCache: "0",
  menuType: "M",
  visible: "0",
  status: "0",
  perms: "",
  icon: "#",
  remark: "",
  createBy: "",
  createTime: new Date(0),
  updateBy: "",
  updateTime: null,
};

/** One writer of the tree at a time, or two moves at once could close a circle. */
export const lockMenus = (tx: Db) =>
  tx.execute(sql`lock table ${menu} in share row exclusive mode`);

/** The row, if it is there and one of the person's own. @throws AppError 404 otherwise. */
export async function findMenu(db: Db, account: Account, menuId: number): Promise<Menu> {
  const [found] = await db
    .select()
    .from(menu)
    .where(and(eq(menu.menuId, menuId), ownMenus(db, account)));
  if (!found) throw new AppError(NOT_FOUND, { code: 404 });
  return found;
}

/** A button has no address; a row without an icon says so as the contract does. */
export const tidied = (row: Menu): Menu =>
  row.menuType === "F"
    ? { ...row, path: "", component: "", query: "", routeName: "", isFrame: "1", icon: "#" }
    : { ...row, icon: row.icon || "#" };

/**
 * Refuses a row that cannot be: wire 4.6, and what would break the shell or hand out a right
 * that the person does not have. `before` is undefined for a new one.
 */
export async function checkMenu(
  tx: Db,
  account: Account,
  next: Menu,
  before: Menu | undefined,
): Promise<void> {
  const verb = before ? "修改" : "新增";
  const refuse = (field: string, reason: string) => {
    const message = `${verb}菜单'${next.menuName}'失败，${reason}`;
    throw new AppError(message, { fields: { [field]: reason } });
  };
  refuseFields({
    path: next.menuType === "F" ? undefined : pathProblem(next.path),
    query: queryProblem(next.query),
  });
  const [twin] = await tx
    .select({ id: menu.menuId })
    .from(menu)
    .where(
      and(
        eq(menu.menuName, next.menuName),
        eq(menu.parentId, next.parentId),
        ne(menu.menuId, next.menuId),
      ),
    )
    .limit(1);
  if (twin) refuse("menuName", "菜单名称已存在");
  if (next.isFrame === "0" && !/^https?:\/\//i.test(next.path)) {
    refuse("path", "地址必须以http(s)://开头");
  }
  if (before && next.parentId === next.menuId) refuse("parentId", "上级菜单不能选择自己");
  if (next.menuType !== "F" && (await isRouteTaken(tx, next))) {
    refuse("path", "路由名称或地址已存在");
  }
  if (next.parentId !== 0 && next.parentId !== before?.parentId) {
    await checkPlace(tx, account, next, refuse);
  }
  if (before && before.menuType !== "F" && next.menuType === "F") {
    if (await hasBelow(tx, next.menuId)) refuse("menuType", "存在子菜单，不能改为按钮");
  }
  await checkRights(tx, account, next, before);
}

function pathProblem(path: string): string | undefined {
  if (path === "") return "路由地址不能为空";
  return isSafePath(path) ? undefined : "路由地址不正确";
}

function queryProblem(query: string): string | undefined {
  if (query === "") return undefined;
  try {
    const value: unknown = JSON.parse(query);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return undefined;
  } catch {
    // Said below.
  }
  return '路由参数应为 JSON 对象，例如 {"id": 1}';
}

export const hasBelow = async (tx: Db, menuId: number): Promise<boolean> => {
  const [child] = await tx
    .select({ id: menu.menuId })
    .from(menu)
    .where(eq(menu.parentId, menuId))
    .limit(1);
  return child !== undefined;
};

/** The name that a row's route has, for comparison: letters count alike. */
const routeNameOf = (row: Pick<Menu, "routeName" | "path">) =>
  (row.routeName || row.path).toLowerCase();

/**
 * The same path below the same parent, a top path that is used anywhere, or the name of another
 * route; buttons have none (wire 4.6).
 */
async function isRouteTaken(tx: Db, next: Menu): Promise<boolean> {
  const names = [next.path.toLowerCase(), routeNameOf(next)];
  const rows = await tx
    .select()
    .from(menu)
    .where(
      and(
        ne(menu.menuId, next.menuId),
        ne(menu.menuType, "F"),
        or(
          sql`lower(${menu.path}) in (${names[0]}, ${names[1]})`,
          sql`lower(${menu.routeName}) in (${names[0]}, ${names[1]})`,
        ),
      ),
    );
  return rows.some((row) => {
    const isSamePath = row.path.toLowerCase() === next.path.toLowerCase();
    const isSamePlace = row.parentId === next.parentId || next.parentId === 0;
    return (isSamePath && isSamePlace) || routeNameOf(row) === routeNameOf(next);
  });
}

/** The parent is there, is the person's, holds others, and does not hang below the row itself. */
async function checkPlace(
  tx: Db,
  account: Account,
  next: Menu,
  refuse: (field: string, reason: string) => void,
): Promise<void> {
  const [above] = await tx
    .select({ menuType: menu.menuType })
    .from(menu)
    .where(and(eq(menu.menuId, next.parentId), ownMenus(tx, account)));
  if (!above) refuse("parentId", "上级菜单不存在");
  if (above?.menuType === "F") refuse("parentId", "上级菜单不能是按钮");
  const { rows } = await tx.execute(sql`with recursive up as (
      select menu_id, parent_id from ${menu} where menu_id = ${next.parentId}
      union select m.menu_id, m.parent_id from ${menu} m join up on m.menu_id = up.parent_id
    ) select 1 from up where menu_id = ${next.menuId}`);
  if (rows.length > 0) refuse("parentId", "上级菜单不能选择自己的下级");
}

const TOO_MUCH = "权限标识超出您自己的权限";
const TOO_FAR = "持有这个菜单的角色，数据权限超出您自己的数据权限";

/**
 * Nobody gives themselves a right by writing it into a row that their role holds, or by enabling one,
 * nor more rows by writing it into one that a wider role holds (security 12).
 */
async function checkRights(
  tx: Db,
  account: Account,
  next: Menu,
  before: Menu | undefined,
): Promise<void> {
  const isEnabled = before?.status === "1" && next.status === "0";
  const known = before && !isEnabled ? permissionsIn(before.perms) : [];
  const added = permissionsIn(next.perms).filter((each) => !known.includes(each));
  const isMore = added.some((each) => !holds(account, each));
  if (isMore) throw new AppError(TOO_MUCH, { fields: { perms: TOO_MUCH } });
  if (!before || added.length === 0) return;
  // A role that takes the row in at this moment is waited for, and seen.
  await tx.select().from(menu).where(eq(menu.menuId, before.menuId)).for("update");
  if (await spreadsBeyond(tx, account, before.menuId, added)) {
    throw new AppError(TOO_FAR, { fields: { perms: TOO_FAR } });
  }
}
