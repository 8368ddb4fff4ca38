import { and, asc, desc, eq, gt, like, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { idOfText } from "#src/lib/id-text.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { AppError } from "#src/server/http/errors.ts";
import { isAlive } from "../../login/session.server.ts";
import { captcha, loginGuard, session } from "../../login/table.server.ts";
import { strongerThan } from "../../system/role/service.server.ts";
import { endSessions, endWeakerSessions, livingSessions } from "../online/service.server.ts";
import { MAX_KEYS, NOTHING_NEEDED, type Store } from "./store.server.ts";

/** The number of a row in a key; -1 is the number of none. */
const idOf = (key: string) => idOfText(key) ?? -1;

/** Log-ins, by the number of the session: neither token nor hash leaves the database. */
export function sessions(cacheName: string, remark: string): Store {
  return {
    cacheName,
    remark,
    kind: "record",
    needs: {
      one: ["monitor:online:forceLogout"],
      all: ["monitor:online:forceLogout", "monitor:online:batchLogout"],
    },
    reads: ["monitor:online:list", "monitor:online:forceLogout"],
    keys: async ({ db }) => {
      const rows = await db
        .select({ id: session.id })
        .from(session)
        .where(isAlive)
        .orderBy(desc(session.id))
        .limit(MAX_KEYS);
      return rows.map((row) => String(row.id)).sort();
    },
    count: ({ db }) => db.$count(session, isAlive),
    value: async ({ db }, key) => {
      const [row] = await livingSessions(db, eq(session.id, idOf(key)));
      return (
        row && {
          用户: row.userName,
          姓名: row.nickName,
          部门: row.deptName,
          登录地址: row.ipaddr,
          浏览器: row.browser,
          操作系统: row.os,
          登录时间: formatDateTime(row.createdAt),
          最近活动: formatDateTime(row.lastSeenAt),
          最迟失效: formatDateTime(row.expiresAt),
        }
      );
    },
    clear: async ({ db }, key, account) => {
      const { sessionId } = account;
      if (key === undefined) return endWeakerSessions(db, account, ne(session.id, sessionId));
      if (idOf(key) === sessionId) throw new AppError("当前会话不能在此清除，请使用「退出登录」");
      await endSessions(db, account, eq(session.id, idOf(key)));
    },
  };
}

const isOpen = gt(captcha.expiresAt, sql`now()`);

/** Questions that wait for their answer, which is shown to nobody. */
export function captchas(cacheName: string, remark: string): Store {
  return {
    cacheName,
    remark,
    kind: "record",
    needs: NOTHING_NEEDED,
    reads: [],
    keys: async ({ db }) => {
      const rows = await db
        .select({ uuid: captcha.uuid })
        .from(captcha)
        .where(isOpen)
        .orderBy(asc(captcha.uuid))
        .limit(MAX_KEYS);
      return rows.map((row) => row.uuid);
    },
    count: ({ db }) => db.$count(captcha, isOpen),
    value: async ({ db }, key) => {
      const [row] = await db
        .select({ kind: captcha.kind, ipaddr: captcha.ipaddr, expiresAt: captcha.expiresAt })
        .from(captcha)
        .where(and(eq(captcha.uuid, key), isOpen));
      return (
        row && {
          形式: row.kind === "text" ? "文字题" : "图片",
          来源地址: row.ipaddr,
          有效期至: formatDateTime(row.expiresAt),
          答案: "不显示",
        }
      );
    },
    // The rows stay: how often an address may ask is counted by them.
    clear: async ({ db }, key) => {
      await db
        .update(captcha)
        .set({ expiresAt: sql`'epoch'` })
        .where(key === undefined ? isOpen : and(eq(captcha.uuid, key), isOpen));
    },
  };
}

/** How keys begin of what is counted by the person: login/service.server.ts, personKey(). */
export const PERSON = "person:";

const NOT_TO_OPEN = "该用户的权限超出您的权限，不能解锁";

const personIn = ({ key }: { key: string }) =>
  key.startsWith(PERSON) ? [Number(key.slice(PERSON.length))] : [];

/**
 * Failures of log-in by name or address; clearing opens the lock, which is a right of its own. Keys
 * are those of login_guard, whose first word tells what is counted.
 */
export function failures(cacheName: string, remark: string, kinds: readonly string[]): Store {
  const isKind = or(...kinds.map((kind) => like(loginGuard.key, `${kind}%`)));
  const isKey = (key: string): SQL | undefined => and(eq(loginGuard.key, key), isKind);
  const unlock = ["monitor:logininfor:unlock"] as const;
  return {
    cacheName,
    remark,
    kind: "record",
    needs: { one: unlock, all: unlock },
    // Names that were tried, and addresses of strangers.
    reads: ["monitor:logininfor:list", ...unlock],
    keys: async ({ db }) => {
      const rows = await db
        .select({ key: loginGuard.key })
        .from(loginGuard)
        .where(isKind)
        .orderBy(asc(loginGuard.key))
        .limit(MAX_KEYS);
      return rows.map((row) => row.key);
    },
    count: ({ db }) => db.$count(loginGuard, isKind),
    value: async ({ db }, key) => {
      const [row] = await db.select().from(loginGuard).where(isKey(key));
      return (
        row && {
          失败次数: row.failures,
          最近一次: formatDateTime(row.updatedAt),
          禁止尝试至: row.blockedUntil && formatDateTime(row.blockedUntil),
        }
      );
    },
    clear: async ({ db }, key, account) => {
      const where = key === undefined ? isKind : isKey(key);
      await db.transaction(async (tx) => {
        const rows = await tx.select({ key: loginGuard.key }).from(loginGuard).where(where);
        // Opening the lock of somebody who holds more is a step on the way into their account.
        const stronger = await strongerThan(tx, account, rows.flatMap(personIn));
        const kept = [...stronger].map((userId) => `${PERSON}${userId}`);
        if (key !== undefined && kept.length > 0) throw new AppError(NOT_TO_OPEN);
        await tx.delete(loginGuard).where(and(where, notInArray(loginGuard.key, kept)));
      });
    },
  };
}

/** A name of the contract that nothing stands behind: repeated calls are refused in the browser. */
export function noStore(cacheName: string, remark: string): Store {
  return {
    cacheName,
    remark,
    kind: "record",
    needs: NOTHING_NEEDED,
    reads: [],
    keys: async () => [],
    count: async () => 0,
    value: async () => undefined,
    clear: async () => undefined,
  };
}
