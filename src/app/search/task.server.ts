import { asc, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import type { Task, Tasks } from "../../server/jobs/tasks.ts";
import { article } from "../article/table.server.ts";
import { madeOf, madeRows, recut, WORD_COLUMNS } from "../article/words/service.server.ts";

/** Articles between two looks at the clock and the signal: cutting words costs about 1 ms each. */
const BATCH = 50;

/**
 * Computes the search words and summaries of every article again, and mends those that differ: after a
 * change of the rules, of the dictionary, or of a row by hand.
 */
const check: Task = {
  label: "检查检索索引，改正与文章不一致的部分",
  maxSeconds: 3_600,
  run: async ({ db }, _args, signal) => {
    let checked = 0;
    let mended = 0;
    let last = 0;
    while (!signal.aborted) {
      const rows = await db
        .select(WORD_COLUMNS)
        .from(article)
        .where(gt(article.id, last))
        .orderBy(asc(article.id))
        .limit(BATCH);
      mended += await mend(db, await differing(db, rows.map(madeOf)));
      checked += rows.length;
      const end = rows.at(-1);
      if (!end) break;
      last = end.id;
    }
    return `检查 ${checked} 篇，改正 ${mended} 篇`;
  },
};

async function differing(db: Db, made: ReturnType<typeof madeOf>[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select article.id::int from article join ${madeRows(made)} on made.id = article.id
    where article.search <> made.search::tsvector or article.summary <> made.summary`);
  return rows.map((row) => row.id);
}

/** Looked at again under a lock: whoever saved one in between, or closed it, is right. */
async function mend(db: Db, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: article.id })
      .from(article)
      .where(inArray(article.id, ids))
      .orderBy(article.id)
      .for("no key update");
    const held = rows.map((row) => row.id);
    await recut(tx, held);
    return held.length;
  });
}

export const tasks: Tasks = { "searchTask.check": check };
