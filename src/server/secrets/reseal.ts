import { setTimeout as delay } from "node:timers/promises";
import { and, asc, eq, getTableColumns, gt, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { tryLockInTransaction } from "../../db/locks.ts";
import { headIn } from "../../db/sealed-column.ts";
import { AppError } from "../http/errors.ts";
import { fieldBox, keyMissing, newestHead } from "./field-box.ts";
import { addKey, endRotation, fieldKeys, hasFieldKeys } from "./field-keys.ts";

/** A column (bytea) of sealed values; `name` as in fieldBox, `id` the table's key of one column. */
export type SealedColumn = { name: string; table: PgTable; id: PgColumn; column: PgColumn };

/** Rows of one transaction: somebody who wants one of them waits some milliseconds. */
const BATCH = 50;
/** How long rows that others hold are asked for again without any of them coming free. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 250;

export const KEYS_BUSY = "另一个密钥更换正在进行，请等它结束";

/** Why not every sealed value can be opened with the keys of DATA_DIR, as text; undefined where all can. */
export async function keyProblem(
  db: Db,
  dataDir: string,
  sealed: readonly SealedColumn[],
): Promise<string | undefined> {
  for (const { table, column } of sealed) {
    const rows = await db
      .selectDistinct({ id: sql<string>`encode(substring(${column} from 2 for 4), 'hex')` })
      .from(table)
      .where(isNotNull(column));
    if (rows.length === 0) continue;
    try {
      const known = hasFieldKeys(dataDir) ? fieldKeys(dataDir).keys.map(({ id }) => id) : [];
      const missing = rows.find(({ id }) => !known.includes(id));
      if (missing) return keyMissing(missing.id);
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }
  return undefined;
}

type Done = { resealed: number; damaged: string[]; isContinued: boolean };

/**
 * Makes a new key and seals every field of every column with it; or, where a run was stopped on its way, ends what
 * that one began. Works beside a running server: rows are locked some at a time, and one that somebody holds is
 * taken later, so nobody waits for anybody in a ring. What a server seals meanwhile has the new key already.
 * @throws AppError where another one runs, where a key is missing, and where rows stay locked.
 */
export function rotateFieldKeys(
  db: Db,
  dataDir: string,
  sealed: readonly SealedColumn[],
  { onProgress = () => {}, patienceMs = PATIENCE_MS }: RotationOptions = {},
): Promise<Done> {
  // Held by an idle transaction until the end: it goes with the process, however that ends.
  return db.transaction(async (guard) => {
    if (!(await tryLockInTransaction(guard, "fieldKeys"))) throw new AppError(KEYS_BUSY);
    const problem = await keyProblem(db, dataDir, sealed);
    if (problem !== undefined) throw new AppError(problem);
    const { isRotating } = fieldKeys(dataDir);
    if (!isRotating) addKey(dataDir);
    const done: Done = { resealed: 0, damaged: [], isContinued: isRotating };
    const damaged = new Set<string>();
    let lastProgress = Date.now();
    for (;;) {
      let left = 0;
      for (const each of sealed) {
        const { resealed, broken } = await resealColumn(db, dataDir, each, (count) =>
          onProgress(done.resealed + count),
        );
        for (const id of broken) damaged.add(`${each.name} ${String(id)}`);
        done.resealed += resealed;
        if (resealed > 0) lastProgress = Date.now();
        left += await db.$count(each.table, isOlder(dataDir, each));
      }
      if (left <= damaged.size) break;
      if (Date.now() - lastProgress >= patienceMs)
        throw new AppError(`还有 ${left} 项正被占用，请稍后再执行一次，会接着完成`);
      await delay(LOOK_MS);
    }
    endRotation(dataDir);
    return { ...done, damaged: [...damaged] };
  });
}

type RotationOptions = { onProgress?: (resealed: number) => void; patienceMs?: number };

/** Goes through the rows of a column once; leaves what others hold, and what nobody can open. */
async function resealColumn(
  db: Db,
  dataDir: string,
  sealed: SealedColumn,
  onProgress: (count: number) => void,
): Promise<{ resealed: number; broken: unknown[] }> {
  let count = 0;
  const broken: unknown[] = [];
  let last: unknown;
  for (;;) {
    const batch = await resealBatch(db, dataDir, sealed, last);
    if (batch.length === 0) return { resealed: count, broken };
    last = batch.at(-1)?.id;
    for (const { id, isDamaged } of batch) {
      if (isDamaged) broken.push(id);
      else count++;
    }
    onProgress(count);
  }
}

const isOlder = (dataDir: string, { column }: SealedColumn): SQL | undefined =>
  and(isNotNull(column), ne(headIn(column), newestHead(dataDir)));

/** Seals the next rows behind `last` anew; which ones they were, and whose value nobody can open. */
function resealBatch(
  db: Db,
  dataDir: string,
  sealed: SealedColumn,
  last: unknown,
): Promise<{ id: unknown; isDamaged: boolean }[]> {
  const { name, table, id, column } = sealed;
  const box = fieldBox(dataDir, name);
  const [key = ""] =
    Object.entries(getTableColumns(table)).find(([, each]) => each === column) ?? [];
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id, value: column })
      .from(table)
      .where(and(isOlder(dataDir, sealed), last === undefined ? undefined : gt(id, last)))
      .orderBy(asc(id))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    const outcomes: { id: unknown; isDamaged: boolean }[] = [];
    for (const row of rows) {
      const next = resealed(box, row.value);
      if (next)
        await tx
          .update(table)
          .set({ [key]: next })
          .where(eq(id, row.id));
      outcomes.push({ id: row.id, isDamaged: !next });
    }
    return outcomes;
  });
}

function resealed(box: ReturnType<typeof fieldBox>, value: unknown): Buffer | undefined {
  if (!Buffer.isBuffer(value)) return undefined;
  try {
    return box.seal(box.open(value));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
