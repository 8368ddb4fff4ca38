import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ADMINISTRATOR } from "#src/server/http/access.ts";
import { menu, roleMenu } from "../../system/menu/table.server.ts";
import { role, userRole } from "../../system/role/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import type { Handler } from "../wire.ts";

const ANSWER = "content:advice:answer";

/** Accounts that an enabled role lets answer, and the administrator. */
const holders = (db: Db) =>
  db
    .select({ userId: userRole.userId })
    .from(userRole)
    .innerJoin(role, eq(role.roleId, userRole.roleId))
    .innerJoin(roleMenu, eq(roleMenu.roleId, role.roleId))
    .innerJoin(menu, eq(menu.menuId, roleMenu.menuId))
    .where(
      and(
        eq(menu.perms, ANSWER),
        eq(menu.status, "0"),
        eq(role.status, "0"),
        eq(role.delFlag, "0"),
      ),
    );

const isThere = (db: Db) =>
  and(
    eq(user.delFlag, "0"),
    eq(user.status, "0"),
    eq(user.userType, "00"),
    or(eq(user.userId, ADMINISTRATOR), inArray(user.userId, holders(db))),
  );

/** Staff who may answer, by name; 200 at most. */
export const handlersOf = (db: Db): Promise<Handler[]> =>
  db
    .select({ userId: user.userId, nickName: user.nickName })
    .from(user)
    .where(isThere(db))
    .orderBy(asc(user.nickName), asc(user.userId))
    .limit(200);

/** Whether somebody may answer; held, so that nobody is taken the right away from meanwhile. */
export async function mayHandle(tx: Db, userId: number): Promise<Handler | undefined> {
  if (!Number.isSafeInteger(userId) || userId < 1) return undefined;
  const [row] = await tx
    .select({ userId: user.userId, nickName: user.nickName })
    .from(user)
    .where(and(eq(user.userId, userId), isThere(tx)))
    .for("share", { of: user });
  return row;
}
