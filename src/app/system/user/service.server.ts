import { eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { maskEmail, maskPhone } from "#src/lib/people/masks.ts";
import { checkNickName } from "#src/lib/people/nick-name.ts";
import { checkPassword } from "#src/lib/people/password.ts";
import { type Account, ADMINISTRATOR, hasPermission } from "#src/server/http/access.ts";
import { AppError, refuseFields, unauthenticated } from "#src/server/http/errors.ts";
import { hashPassword } from "#src/server/secrets/password.ts";
import type { Context } from "#src/server/start/context.ts";
import { requireOwnPassword } from "../../login/service.server.ts";
import { closeSessionsOf } from "../../login/session.server.ts";
import { societyName } from "../config/service.server.ts";
import type { ScopedPermission } from "../reach/given/service.server.ts";
import { reachOf } from "../reach/service.server.ts";
import { user } from "./table.server.ts";

const OLD_WRONG = "修改密码失败，旧密码错误";
const SAME = "新密码不能与旧密码相同";

/**
 * Changes the account's own password; wrong old ones are counted. The account's
 * other sessions end, this one goes on (product 4.2).
 * @throws AppError with its text on the field.
 */
export async function changeOwnPassword(
  context: Context,
  account: Account,
  given: { oldPassword?: string; newPassword?: string },
): Promise<void> {
  const { db } = context;
  const { userId, userName, sessionId, isStaff } = account;
  const oldPassword = given.oldPassword ?? "";
  const newPassword = given.newPassword ?? "";
  const [row] = await db.select().from(user).where(eq(user.userId, userId));
  if (!row) throw unauthenticated("");
  refuseFields({
    oldPassword: oldPassword === "" ? OLD_WRONG : undefined,
    newPassword: checkPassword(newPassword, { userName, phone: row.phonenumber, isStaff }),
  });
  const at = { field: "oldPassword", wrong: OLD_WRONG };
  await requireOwnPassword(context, userId, oldPassword, at);
  if (oldPassword === newPassword) refuseFields({ newPassword: SAME });
  const password = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    await tx
      .update(user)
      .set({ password, pwdUpdateDate: sql`now()`, updateBy: userName, updateTime: sql`now()` })
      .where(eq(user.userId, userId));
    await closeSessionsOf(tx, userId, sessionId);
  });
}

/** Why somebody may not give themselves this nickname: a member may not pass for others. */
export const nickNameProblem = async (
  context: Context,
  { isStaff }: Pick<Account, "isStaff">,
  nickName: string,
): Promise<string | undefined> =>
  checkNickName(nickName, { isStaff, society: await societyName(context) });

/** Shows a number or address whole: in lists and files, and singly (product 7.1). */
export const REVEAL = "system:user:reveal";

type Reachable = { phonenumber: string; email: string };

/** Phone and mail as lists show them. */
export const masked = <R extends Reachable>(row: R): R => ({
  ...row,
  phonenumber: maskPhone(row.phonenumber),
  email: maskEmail(row.email),
});

/** Whether a value that comes back is the masked one that was shown: it then means "as it is". */
export const isMaskOf = (key: string, value: unknown, row: Reachable): boolean => {
  if (key !== "phonenumber" && key !== "email") return false;
  return value !== "" && value === masked(row)[key];
};

/**
 * What a filter by phone may find for those who are not shown numbers: the parts that are, or a whole
 * number that they know. Else the rest could be asked for digit by digit.
 */
export function phoneCondition(
  account: Pick<Account, "permissions">,
  phone: string,
): SQL | undefined {
  if (phone === "" || hasPermission(account, REVEAL)) return undefined;
  const shown = sql`left(${user.phonenumber}, 3) || '****' || right(${user.phonenumber}, 4)`;
  return or(ilike(shown, likePattern(phone)), eq(user.phonenumber, phone));
}

/** Refuses what would be done to the administrator's account (wire 4.5). */
export function refuseAdministrator(userIds: readonly number[]): void {
  if (userIds.includes(ADMINISTRATOR)) throw new AppError("不允许操作超级管理员用户");
}

/** How accounts lie within a reach. */
export const USERS = {
  id: user.userId,
  dept: user.deptId,
  self: user.userId,
  refusal: "没有权限访问用户数据！",
};

/** Refuses when one of the ids lies outside: `没有权限访问用户数据！`. */
export async function requireUsersInScope(
  db: Db,
  account: Account,
  permission: ScopedPermission,
  userIds: readonly number[],
): Promise<void> {
  await (await reachOf(db, account)).requireRows(db, permission, USERS, userIds);
}

/** The phone of an account; empty where it has none, and of nobody. */
export async function phoneOf(db: Db, userId: number | undefined): Promise<string> {
  if (userId === undefined) return "";
  const [row] = await db
    .select({ phone: user.phonenumber })
    .from(user)
    .where(eq(user.userId, userId));
  return row?.phone ?? "";
}
