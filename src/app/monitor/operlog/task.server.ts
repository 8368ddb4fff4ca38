import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { and, asc, gt, gte, lt, min } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { operLog } from "./table.server.ts";

const DAY_MS = 86_400_000;
const BATCH = 2_000;

/** One gzipped file a day: JSON lines, each a row with its mark, so that it can be verified alone. */
const exportDays: Task = {
  label: "导出每天的操作日志（连同校验值）",
  maxSeconds: 3_600,
  run: async ({ db, env }, _args, signal) => {
    const directory = path.join(env.dataDir, "audit", "days");
    await fs.mkdir(directory, { recursive: true, mode: 0o700 });
    const there = new Set(await fs.readdir(directory));
    const [first] = await db.select({ time: min(operLog.operTime) }).from(operLog);
    const today = formatDay(new Date());
    let written = 0;
    let time = first?.time?.getTime() ?? Date.now();
    for (; formatDay(new Date(time)) < today && !signal.aborted; time += DAY_MS) {
      const day = formatDay(new Date(time));
      const name = `oper-log-${day}.jsonl.gz`;
      if (there.has(name)) continue;
      // Whole or not there at all.
      const draft = path.join(directory, `.${name}`);
      await pipeline(
        Readable.from(linesOf(db, day)),
        createGzip(),
        createWriteStream(draft, { mode: 0o600 }),
        { signal },
      );
      await fs.rename(draft, path.join(directory, name));
      written++;
    }
    return `导出 ${written} 天`;
  },
};

async function* linesOf(db: Db, day: string): AsyncGenerator<string> {
  const begin = parseDateTime(day) ?? new Date(Number.NaN);
  const end = new Date(begin.getTime() + DAY_MS);
  let last = 0;
  for (;;) {
    const rows = await db
      .select()
      .from(operLog)
      .where(and(gte(operLog.operTime, begin), lt(operLog.operTime, end), gt(operLog.operId, last)))
      .orderBy(asc(operLog.operId))
      .limit(BATCH);
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
    const tail = rows.at(-1);
    if (!tail) return;
    last = tail.operId;
  }
}

export const tasks: Tasks = { "operLogTask.exportDays": exportDays };
