import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { checkEmail, normaliseEmail } from "#src/lib/people/email.ts";
import { checkPhone, isPhone, normalisePhone } from "#src/lib/people/phone.ts";
import { plainText } from "#src/server/crud/ids.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { type Field, fieldsBody } from "#src/server/fields/fields.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { USER } from "./fields.ts";
import { refuseAdministrator } from "./service.server.ts";
import { user } from "./table.server.ts";

export type UserRow = typeof user.$inferSelect;

const fields = fieldsOf(USER);

const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";

const phone: Field = {
  ...fields.phonenumber,
  read(value) {
    const plain = normalisePhone(plainText(value));
    if (plain === "" && !isBlank(value)) return { error: "手机号码格式不正确" };
    if (plain.length > USER.phonenumber.max) return { error: "手机号码长度不能超过11个字符" };
    const problem = plain && checkPhone(plain);
    return problem ? { error: problem } : { value: plain };
  },
};

const email: Field = {
  ...fields.email,
  read(value) {
    const plain = normaliseEmail(plainText(value));
    if (plain === "" && !isBlank(value)) return { error: "邮箱格式不正确" };
    if (plain.length > USER.email.max) return { error: "邮箱长度不能超过50个字符" };
    return plain && checkEmail(plain) ? { error: "邮箱格式不正确" } : { value: plain };
  },
};

/** The readers of what a person may write of another one. */
export const FIELDS = { ...fields, phonenumber: phone, email };

export type Written = Partial<Pick<UserRow, keyof typeof FIELDS>>;

/** Beyond the contract's rules: a name can be typed, and is nobody else's phone number. */
export function nameProblem(userName: string, phonenumber: string): string | undefined {
  if (/\s/.test(userName)) return "用户账号不能包含空格";
  if ([...userName].length < 2) return "用户账号长度不能少于2个字符";
  // People log in by either: a name that is another one's phone would stand in their way.
  const isOther = isPhone(userName) && normalisePhone(userName) !== phonenumber;
  return isOther ? "用户账号是手机号时，须与手机号码一致" : undefined;
}

/** One writer of accounts at a time, so that two cannot take the same mail address. */
export const lockAccounts = (tx: Db) => lockInTransaction(tx, "accounts");

/** Refuses what another account has, as `新增用户'x'失败，登录账号已存在`; `userId`: the row itself. */
export async function checkTaken(
  db: Db,
  verb: "新增" | "修改",
  next: Pick<UserRow, "userName" | "phonenumber" | "email">,
  userId?: number,
): Promise<void> {
  const others = await db
    .select({ userName: user.userName, phonenumber: user.phonenumber, email: user.email })
    .from(user)
    .where(
      and(
        eq(user.delFlag, "0"),
        userId === undefined ? undefined : ne(user.userId, userId),
        or(
          eq(sql`lower(${user.userName})`, next.userName.toLowerCase()),
          next.phonenumber ? eq(user.phonenumber, next.phonenumber) : undefined,
          next.email ? eq(sql`lower(${user.email})`, next.email) : undefined,
        ),
      ),
    );
  const has = (key: "userName" | "phonenumber" | "email") =>
    next[key] !== "" &&
    others.some((other) => other[key].toLowerCase() === next[key].toLowerCase());
  const taken = {
    userName: has("userName") ? "登录账号已存在" : undefined,
    phonenumber: has("phonenumber") ? "手机号码已存在" : undefined,
    email: has("email") ? "邮箱账号已存在" : undefined,
  };
  const first = Object.values(taken).find(Boolean);
  if (!first) return;
  const fields = Object.fromEntries(
    Object.entries(taken).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  throw new AppError(`${verb}用户'${next.userName}'失败，${first}`, { fields });
}

/** The row of an account that is there, held until the transaction ends. */
export async function lockUser(tx: Db, userId: number): Promise<UserRow> {
  const [row] = await lockUsers(tx, [userId]);
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

export const lockUsers = (tx: Db, userIds: number[]): Promise<UserRow[]> =>
  tx
    .select()
    .from(user)
    .where(and(inArray(user.userId, userIds), eq(user.delFlag, "0")))
    .orderBy(user.userId)
    .for("update");

/** What opens an account or takes something from it: of a stronger one it stays as it is. */
const GUARDED = {
  phonenumber: "修改手机号码",
  email: "修改邮箱",
  status: "修改账号状态",
  deptId: "调整部门",
} as const;

/** The first such change, as the field and the words for it; what is not given stays. */
export function guardedChange(
  before: UserRow,
  next: Partial<Pick<UserRow, keyof typeof GUARDED>>,
): { field: string; words: string } | undefined {
  for (const field of Object.keys(GUARDED) as (keyof typeof GUARDED)[]) {
    const value = next[field];
    if (value !== undefined && value !== before[field]) return { field, words: GUARDED[field] };
  }
  return undefined;
}

export const OWN_STATUS = "当前用户不能停用";
export const NO_PASSWORD = "用户密码不能为空";

/** Refuses the administrator, and with the text given the person who asks. */
export function refuseProtected(account: Account, userId: number, own?: string): void {
  refuseAdministrator([userId]);
  if (own !== undefined && userId === account.userId) throw new AppError(own);
}

/** Keys that are none of these are dropped: clients send back all they got (wire 1.2). */
export const bodyOf = (...names: string[]) => fieldsBody(FIELDS, names, "userId");
