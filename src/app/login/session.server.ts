import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Db } from "../../db/client.ts";
import { publishTags } from "../../server/cache/tags.ts";
import { type Account, isAdministrator } from "../../server/http/access.ts";
import { writeLoginLog } from "../monitor/logininfor/service.server.ts";
import { config } from "../system/config/table.server.ts";
import { menu, roleMenu } from "../system/menu/table.server.ts";
import { role, userRole } from "../system/role/table.server.ts";
import { user } from "../system/user/table.server.ts";
import { userTotp } from "./mfa/table.server.ts";
import { session } from "./table.server.ts";
import { parseUserAgent } from "./user-agent.ts";

/** product 7.1: staff idle 30 min, 12 h at most; members idle 2 h, or 14 days when remembered. */
const STAFF = { idleSeconds: 30 * 60, maxSeconds: 12 * 3_600 };
const MEMBER = { idleSeconds: 2 * 3_600, maxSeconds: 24 * 3_600 };
const REMEMBERED = { idleSeconds: 14 * 86_400, maxSeconds: 14 * 86_400 };

/** last_seen_at is written at most this often: a write for every read would be the larger cost. */
const TOUCH_SECONDS = 60;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

export type Client = { ipaddr: string; browser: string; os: string };

/** Who is asking, for sessions and logs. The address is the peer's, or what a trusted proxy says. */
export const clientOf = (request: FastifyRequest): Client => ({
  ipaddr: request.ip,
  ...parseUserAgent(request.headers["user-agent"]),
});

/** Opens a session and returns its token, which is kept nowhere. */
export async function openSession(
  db: Db,
  options: { userId: number; isStaff: boolean; isRemembered: boolean; client: Client },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const life = options.isStaff ? STAFF : options.isRemembered ? REMEMBERED : MEMBER;
  await db.insert(session).values({
    tokenHash: hashOf(token),
    userId: options.userId,
    idleSeconds: life.idleSeconds,
    // One clock, that by which it is looked at.
    expiresAt: sql`now() + make_interval(secs => ${life.maxSeconds})`,
    isRemembered: options.isRemembered && !options.isStaff,
    ...options.client,
  });
  return token;
}

/** Opens the session of someone who has shown all they had to, and writes it down. */
export function completeLogIn(
  db: Db,
  client: Client,
  { userId, userName, userType }: { userId: number; userName: string; userType: string },
  isRemembered: boolean,
): Promise<string> {
  return db.transaction(async (tx) => {
    const token = await openSession(tx, {
      userId,
      isStaff: userType === "00",
      isRemembered,
      client,
    });
    await tx
      .update(user)
      .set({ loginIp: client.ipaddr.slice(0, 128), loginDate: sql`now()` })
      .where(eq(user.userId, userId));
    await writeLoginLog(tx, { userName, isSuccess: true, msg: "登录成功", client });
    return token;
  });
}

/** Keys of the user's enabled roles, in their order. */
const roleKeys = sql<string[]>`array(select ${role.roleKey} from ${userRole} join ${role}
  on ${role.roleId} = ${userRole.roleId} where ${userRole.userId} = ${user.userId}
  and ${role.status} = '0' and ${role.delFlag} = '0' order by ${role.roleSort})`;

/** Permissions of enabled menu rows of enabled roles; a row may hold a comma list (wire 4.5). */
const permissionSet = sql<string[]>`array(select distinct trim(permission)
  from ${userRole}
  join ${role} on ${role.roleId} = ${userRole.roleId}
    and ${role.status} = '0' and ${role.delFlag} = '0'
  join ${roleMenu} on ${roleMenu.roleId} = ${role.roleId}
  join ${menu} on ${menu.menuId} = ${roleMenu.menuId}
    and ${menu.status} = '0' and ${menu.perms} <> ''
  cross join unnest(string_to_array(${menu.perms}, ',')) as permission
  where ${userRole.userId} = ${user.userId} and ${user.userType} = '00')`;

/** Whether the setting security.totpRoles names a role of theirs: it then demands a second factor. */
const isDemanded = sql<boolean>`(${user.userType} = '00' and exists (
  select 1 from ${config}, unnest(string_to_array(${config.configValue}, ',')) as wanted
    where ${config.configKey} = 'security.totpRoles' and trim(wanted) = any(${roleKeys})))`;

const isEnrolled = sql<boolean>`exists (select 1 from ${userTotp}
  where ${userTotp.userId} = ${user.userId} and ${userTotp.confirmedAt} is not null)`;

/** Demanded, and none is in force. */
const mustEnrol = sql<boolean>`(${isDemanded} and not ${isEnrolled})`;

/** A first password, where the settings say that it must be changed (wire 3.1). */
const mustChangePassword = sql<boolean>`(${user.pwdUpdateDate} is null and exists (
  select 1 from ${config} where ${config.configKey} = 'sys.account.initPasswordModify'
    and ${config.configValue} = '1'))`;

/** Whether a second factor is demanded of someone, and whether one is in force. */
export async function secondFactorOf(
  db: Db,
  userId: number,
): Promise<{ isDemanded: boolean; isOn: boolean }> {
  const [row] = await db
    .select({ isDemanded, isOn: isEnrolled })
    .from(user)
    .where(eq(user.userId, userId));
  return row ?? { isDemanded: false, isOn: false };
}

/** When a session ends by itself: its last moment, or the end of its patience. */
const endOf = sql`least(${session.expiresAt},
  ${session.lastSeenAt} + make_interval(secs => ${session.idleSeconds}))`;

/** Of sessions that have not ended by themselves. */
export const isAlive = sql`${session.expiresAt} > now()
  and ${session.lastSeenAt} + make_interval(secs => ${session.idleSeconds}) > now()`;

/** An account, and for how many seconds its session lives on if nobody does anything. */
type Living = Account & { secondsLeft: number };

/**
 * The accounts of living sessions, with roles and permissions as they are now. Disabled and removed
 * users have no account, members no permissions.
 */
async function livingAccounts(db: Db, where: SQL): Promise<(Living & { isStale: boolean })[]> {
  const rows = await db
    .select({
      sessionId: session.id,
      userId: user.userId,
      userName: user.userName,
      nickName: user.nickName,
      userType: user.userType,
      isStale: sql<boolean>`${session.lastSeenAt} < now() - make_interval(secs => ${TOUCH_SECONDS})`,
      secondsLeft: sql<number>`extract(epoch from ${endOf} - now())::float8`,
      roles: roleKeys,
      permissions: permissionSet,
      mustEnrol,
      mustChangePassword,
      provedSecondsAgo: sql<number>`extract(epoch from now()
        - greatest(${session.createdAt}, ${session.provedAt}))::float8`,
    })
    .from(session)
    .innerJoin(user, eq(user.userId, session.userId))
    .where(and(where, gt(endOf, sql`now()`), eq(user.status, "0"), eq(user.delFlag, "0")));
  return rows.map(({ userType, ...row }) => ({
    ...row,
    isStaff: userType === "00",
    roles: isAdministrator(row) ? ["admin"] : row.roles,
    permissions: isAdministrator(row) ? ["*:*:*"] : row.permissions,
  }));
}

/**
 * The account of a living token: a changed role holds at the next request on every process. Being
 * asked for is a sign of life, unless the call is unattended (server/http/access.ts).
 */
export async function findAccount(
  db: Db,
  token: string,
  isUnattended = false,
): Promise<Account | undefined> {
  if (token.length > 128) return undefined;
  const [row] = await livingAccounts(db, eq(session.tokenHash, hashOf(token)));
  if (!row) return undefined;
  const { isStale, secondsLeft: _, ...account } = row;
  if (isStale && !isUnattended) {
    await db
      .update(session)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(session.id, account.sessionId));
  }
  return account;
}

/** The accounts of those of the sessions that still live, without a sign of life. */
export const accountsOfSessions = (db: Db, sessionIds: number[]): Promise<Living[]> =>
  livingAccounts(db, inArray(session.id, sessionIds));

/**
 * Ends sessions, and tells every process: what is open in their name ends with them. Nobody else
 * deletes a session. Returns how many there were.
 */
export const removeSessions = (db: Db, where: SQL | undefined): Promise<number> =>
  db.transaction(async (tx) => {
    const gone = await tx.delete(session).where(where).returning({ id: session.id });
    await publishTags(
      tx,
      gone.map(({ id }) => `session:${id}` as const),
    );
    return gone.length;
  });

/** Ends one session; a token that is already dead is no error. */
export async function closeSession(db: Db, token: string): Promise<void> {
  await removeSessions(db, eq(session.tokenHash, hashOf(token)));
}

/** Ends every session of a user, but for the one named. */
export async function closeSessionsOf(db: Db, userId: number, exceptId = 0): Promise<void> {
  await removeSessions(db, and(eq(session.userId, userId), ne(session.id, exceptId)));
}
