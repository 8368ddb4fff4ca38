import { and, eq, notInArray, type SQL } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Account } from "#src/server/http/access.ts";
import { isAlive, removeSessions } from "../../login/session.server.ts";
import { session } from "../../login/table.server.ts";
import { dept } from "../../system/dept/table.server.ts";
import { refuseStronger, strongerThan } from "../../system/role/service.server.ts";
import { user } from "../../system/user/table.server.ts";

/** Sessions that live, with the people they are of. */
export const livingSessions = (db: Db, where?: SQL) =>
  db
    .select({
      sessionId: session.id,
      userName: user.userName,
      nickName: user.nickName,
      deptName: dept.deptName,
      ipaddr: session.ipaddr,
      browser: session.browser,
      os: session.os,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      expiresAt: session.expiresAt,
    })
    .from(session)
    .innerJoin(user, eq(user.userId, session.userId))
    .leftJoin(dept, eq(dept.deptId, user.deptId))
    .where(and(isAlive, where));

const ownersOf = async (db: Db, where: SQL): Promise<number[]> => {
  const rows = await db.selectDistinct({ userId: session.userId }).from(session).where(where);
  return rows.map(({ userId }) => userId);
};

/**
 * Ends the sessions of a condition on their table, all or none. Any that have ended are no error.
 * @throws AppError when one belongs to somebody who holds more than the person.
 */
export const endSessions = (db: Db, account: Account, where: SQL): Promise<void> =>
  db.transaction(async (tx) => {
    await refuseStronger(tx, account, await ownersOf(tx, where), "强退");
    await removeSessions(tx, where);
  });

/** The same, but those of people who hold more are left as they are. */
export const endWeakerSessions = (db: Db, account: Account, where: SQL): Promise<void> =>
  db.transaction(async (tx) => {
    const stronger = await strongerThan(tx, account, await ownersOf(tx, where));
    await removeSessions(tx, and(where, notInArray(session.userId, [...stronger])));
  });
