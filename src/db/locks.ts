import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { hasCode } from "../lib/causes.ts";
import type { Db } from "./client.ts";

/**
 * Every advisory lock of the program: its number, and what a person calls the work it guards. Nobody
 * takes one elsewhere, so no two can share a number by accident (a test reads all sources).
 */
export const LOCKS = {
  migration: { number: 7_265_001, label: "数据库升级" },
  ticker: { number: 7_265_002, label: "定时任务" },
  import: { number: 7_265_003, label: "文档导入" },
  accounts: { number: 7_265_004, label: "用户保存" },
  roles: { number: 7_265_005, label: "角色保存" },
  categories: { number: 7_265_006, label: "栏目保存" },
  folders: { number: 7_265_007, label: "文件夹保存" },
  trees: { number: 7_265_008, label: "层级保存" },
  visits: { number: 7_265_009, label: "阅读统计" },
  workshop: { number: 7_265_010, label: "建表" },
  codes: { number: 7_265_011, label: "验证码发送" },
  captcha: { number: 7_265_012, label: "图形验证码" },
  redirects: { number: 7_265_013, label: "旧址跳转保存" },
  access: { number: 7_265_014, label: "文章或栏目权限保存" },
  words: { number: 7_265_015, label: "检索内容更新" },
  anchor: { number: 7_265_016, label: "操作日志链尾留存" },
  advice: { number: 7_265_018, label: "咨询提交" },
  memberImport: { number: 7_265_031, label: "会员导入" },
  fieldKeys: { number: 7_265_017, label: "加密密钥更换" },
} as const;

export type LockName = keyof typeof LOCKS;

/** Longest wait of a request for a lock: its answer must come within five seconds. */
const WAIT_MS = 3_000;
/** How often a process that waits for a session's lock looks again. */
const LOOK_MS = 250;

/** Somebody else held a lock for longer than the wait was allowed to last. */
export class LockWaitError extends Error {
  constructor(name: LockName, ms: number) {
    const seconds = Math.max(1, Math.round(ms / 1_000));
    super(`另一个“${LOCKS[name].label}”正在进行，已等待 ${seconds} 秒，请稍后再试`);
  }
}

type InTransaction = {
  subject?: string;
  limitMs?: number;
  /** Many may share it; who takes it alone waits for all of them, and they for him. */
  isShared?: boolean;
};

/**
 * Takes a lock until the end of the transaction. With a `subject` it is a lock of that one thing: two
 * subjects may meet in one number, which costs a wait and breaks nothing.
 * @throws LockWaitError when it is not free within `limitMs`.
 */
export async function lockInTransaction(
  tx: Db,
  name: LockName,
  { subject = "", limitMs = WAIT_MS, isShared = false }: InTransaction = {},
): Promise<void> {
  const lock = isShared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  try {
    // Columns are worked out from left to right: the limit holds for this wait alone.
    await tx.execute(sql`with before as materialized (select current_setting('lock_timeout') as value)
      select set_config('lock_timeout', ${`${limitMs}ms`}, true),
        ${lock}(${LOCKS[name].number}::int, hashtext(${subject})),
        set_config('lock_timeout', before.value, true)
      from before`);
  } catch (error) {
    if (hasCode(error, TIMEOUT)) throw new LockWaitError(name, limitMs);
    throw error;
  }
}

/** lock_not_available. */
const TIMEOUT = /^55P03$/;

/** Takes a lock until the end of the transaction, or says that somebody else has it. */
export async function tryLockInTransaction(tx: Db, name: LockName): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCKS[name].number}::int, hashtext('')) as held`,
  );
  return rows[0]?.held === true;
}

/** Takes a lock for as long as the connection lives, or says that somebody else has it. */
export async function tryLock(client: pg.ClientBase, name: LockName): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_try_advisory_lock($1::int, 0) as held",
    [LOCKS[name].number],
  );
  return rows[0]?.held === true;
}

/**
 * Takes a lock for as long as the connection lives. Looks again and again, and holds no snapshot while
 * it waits; `onWait` is called once, when it is not free at once.
 * @throws LockWaitError when it is not free within `limitMs`.
 */
export async function waitForLock(
  client: pg.ClientBase,
  name: LockName,
  { limitMs, onWait }: { limitMs: number; onWait?: () => void },
): Promise<void> {
  const began = Date.now();
  for (let isFirst = true; !(await tryLock(client, name)); isFirst = false) {
    if (isFirst) onWait?.();
    if (Date.now() - began >= limitMs) throw new LockWaitError(name, limitMs);
    await delay(LOOK_MS);
  }
}

/** Gives back the lock of tryLock or waitForLock. */
export async function releaseLock(client: pg.ClientBase, name: LockName): Promise<void> {
  await client.query("select pg_advisory_unlock($1::int, 0)", [LOCKS[name].number]);
}
