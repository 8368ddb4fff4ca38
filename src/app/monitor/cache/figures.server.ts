import { sql } from "drizzle-orm";
import { CONTENT_TAGS } from "#src/server/cache/tags.ts";
import type { Context } from "#src/server/start/context.ts";
import { answerTopic, askProcesses } from "../server/service.server.ts";
import { STORES } from "./stores.server.ts";

type Pages = { entries: number; bytes: number; maxBytes: number; hits: number; misses: number };
type Values = { entries: number; hits: number; misses: number };

/** Sizes of one process's caches. `tags`: how many of its pages carry each tag. */
export type CacheFigures = {
  host: string;
  pid: number;
  startedAt: number;
  pages: Pages;
  values: Values;
  tags: Record<string, number>;
  /** Copies by the name of their store. */
  counts: Record<string, number>;
};

const copies = STORES.filter((store) => store.kind === "copy");

/** Has this process answer the sizes of its two caches. */
export function answerSizes(context: Context, process: { host: string; pid: number }): void {
  const { pages, values } = context.caches;
  const startedAt = Date.now();
  answerTopic(context, "caches", async () => {
    const kept = pages.list(Number.POSITIVE_INFINITY);
    const counts = CONTENT_TAGS.map((tag): [string, number] => [
      tag,
      kept.filter((page) => page.tags.includes(tag)).length,
    ]);
    return {
      ...process,
      startedAt,
      pages: pages.size(),
      values: values.size(),
      tags: Object.fromEntries(counts),
      counts: Object.fromEntries(
        await Promise.all(
          copies.map(async (store) => [store.cacheName, await store.count(context)]),
        ),
      ),
    } satisfies CacheFigures;
  });
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** A size as Redis writes it: `1.50M`. */
function humanSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(2)}K`;
  return `${(bytes / 1024 ** 2).toFixed(2)}M`;
}

/** One after the other: a look at the figures must not take every connection. */
async function countRecords(context: Context): Promise<number[]> {
  const counts: number[] = [];
  for (const store of STORES) {
    counts.push(store.kind === "record" ? await store.count(context) : 0);
  }
  return counts;
}

/**
 * The numbers of our stores in the shape of Redis's (wire 3.6), and below `processes`,
 * `expected` and `stores` those that our own page shows.
 */
export async function cacheFigures(context: Context) {
  const [{ expected, answers }, { rows }, counts] = await Promise.all([
    askProcesses<CacheFigures>(context, "caches"),
    context.db.execute<{ version: string; clients: number }>(
      sql`select current_setting('server_version') as version, count(*)::int as clients
        from pg_stat_activity where datname = current_database()`,
    ),
    countRecords(context),
  ]);
  // Processes keep much the same: the fullest one stands for all.
  const countOf = (cacheName: string, records = 0) =>
    Math.max(records, ...answers.map((each) => each.counts[cacheName] ?? 0));
  const stores = STORES.map(({ cacheName, remark, kind }, index) => ({
    cacheName,
    remark,
    kind,
    count: countOf(cacheName, counts[index]),
  }));
  const oldest = Math.min(Date.now(), ...answers.map(({ startedAt }) => startedAt));
  const total = {
    bytes: sum(answers.map(({ pages }) => pages.bytes)),
    maxBytes: sum(answers.map(({ pages }) => pages.maxBytes)),
  };
  const command = (name: string, numbers: number[]) => ({ name, value: String(sum(numbers)) });
  return {
    info: {
      redis_version: `PostgreSQL ${rows[0]?.version ?? ""}`,
      redis_mode: "standalone",
      tcp_port: String(context.env.port),
      connected_clients: String(rows[0]?.clients ?? 0),
      uptime_in_days: String(Math.floor((Date.now() - oldest) / 86_400_000)),
      used_memory_human: humanSize(total.bytes),
      maxmemory_human: humanSize(total.maxBytes),
      used_cpu_user_children: "0.00",
      aof_enabled: "0",
      rdb_last_bgsave_status: "ok",
      instantaneous_input_kbps: "0.00",
      instantaneous_output_kbps: "0.00",
    },
    dbSize: sum(stores.map(({ count }) => count)),
    commandStats: [
      command(
        "page_hit",
        answers.map(({ pages }) => pages.hits),
      ),
      command(
        "page_miss",
        answers.map(({ pages }) => pages.misses),
      ),
      command(
        "value_hit",
        answers.map(({ values }) => values.hits),
      ),
      command(
        "value_miss",
        answers.map(({ values }) => values.misses),
      ),
    ],
    expected,
    processes: answers,
    stores,
  };
}
