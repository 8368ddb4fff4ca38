import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { and, asc, gt, gte, lt, min } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { dayKey } from "./anchor.server.ts";
import { operLog } from "./table.server.ts";

const DAY_MS = 86_400_000;
const BATCH = 2_000;

/** The day before or after one, in China's time. */
const besides = (day: string, days: number) =>
  formatDay(new Date((parseDateTime(day)?.getTime() ?? Number.NaN) + days * DAY_MS));

/**
 * One gzipped file a day: JSON lines, each a row with its mark, so that it can be verified alone. They
 * lie in the file store, which all machines share. Two runs at once write the same bytes.
 */
const exportDays: Task = {
  label: "导出每天的操作日志（连同校验值）",
  maxSeconds: 3_600,
  run: async ({ db, env, files }, _args, signal) => {
    const [oldest] = await db.select({ time: min(operLog.operTime) }).from(operLog);
    const first = formatDay(oldest?.time ?? new Date());
    const today = formatDay(new Date());
    // Days are written in order: what is before one that is there is there too.
    let day = today;
    while (day > first && !(await files.has(dayKey(env.dataDir, besides(day, -1))))) {
      day = besides(day, -1);
    }
    let written = 0;
    for (; day < today && !signal.aborted; day = besides(day, 1)) {
      await withTemporary(env.dataDir, async (nameFile) => {
        const file = nameFile();
        await pipeline(Readable.from(linesOf(db, day)), createGzip(), createWriteStream(file), {
          signal,
        });
        await files.put(dayKey(env.dataDir, day), file);
      });
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
