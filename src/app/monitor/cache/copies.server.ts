import { formatDateTime } from "#src/lib/text/dates.ts";
import type { KeptValue } from "#src/server/cache/memo.ts";
import { pageTag, publishTags, type Tag, valueTag } from "#src/server/cache/tags.ts";
import type { KeptPage } from "#src/server/pages/page-cache.ts";
import type { Context } from "#src/server/start/context.ts";
import { answerTopic, askProcesses } from "../server/service.server.ts";
import { MAX_KEYS, NOTHING_NEEDED, type Store } from "./store.server.ts";

/** Pages of one process that are listed: those that are asked for most. */
const MOST_PAGES = 1_000;

type Listing<T> = { host: string; pid: number; rows: T[] };
type Held<T> = { process: { host: string; pid: number }; row: T };

/** Has this process answer what is in its two caches. */
export function answerListings(context: Context, process: { host: string; pid: number }): void {
  const { pages, values } = context.caches;
  answerTopic(context, "pages", () => ({ ...process, rows: pages.list(MOST_PAGES) }));
  answerTopic(context, "values", () => ({ ...process, rows: values.list(MAX_KEYS) }));
}

async function ask<T>(context: Context, topic: "pages" | "values"): Promise<Held<T>[]> {
  const { answers } = await askProcesses<Listing<T>>(context, topic);
  return answers.flatMap(({ host, pid, rows }) =>
    rows.map((row) => ({ process: { host, pid }, row })),
  );
}

const time = (ms: number | null) => (ms === null ? null : formatDateTime(new Date(ms)));

const unique = (keys: string[]) => [...new Set(keys)].sort().slice(0, MAX_KEYS);

/** A page's key ends with a question mark where it has no query: nobody wants to read that. */
const shownPage = (key: string) => key.replace(/\?$/, "");
const pageKeys = (shown: string) => {
  const path = shown === "" ? "/" : shown;
  return path.includes("?") ? [path] : [path, `${path}?`];
};

/** Whole pages of the website, kept by every process on its own. */
export function pageStore(cacheName: string, remark: string): Store {
  const held = (context: Context) => ask<KeptPage>(context, "pages");
  const keys = async (context: Context) =>
    unique((await held(context)).map(({ row }) => shownPage(row.key)));
  return {
    cacheName,
    remark,
    kind: "copy",
    needs: NOTHING_NEEDED,
    reads: [],
    keys,
    count: ({ caches }) => caches.pages.size().entries,
    value: async (context, key) => {
      const wanted = pageKeys(key);
      const found = (await held(context)).filter(({ row }) => wanted.includes(row.key));
      if (found.length === 0) return undefined;
      return {
        页面: shownPage(wanted[0] ?? ""),
        标签: [...new Set(found.flatMap(({ row }) => row.tags))],
        进程: found.map(({ process, row }) => ({
          进程号: process.pid,
          主机: process.host,
          命中次数: row.hits,
          占用字节: row.bytes,
          存入时间: time(row.storedAt),
          有效期至: time(row.validUntil),
        })),
      };
    },
    clear: ({ db }, key) =>
      publishTags(db, key === undefined ? ["pages"] : pageKeys(key).map(pageTag)),
  };
}

/** Small values that every process keeps on its own; which of them, `belongs` says by their tags. */
export function valueStore(
  cacheName: string,
  remark: string,
  belongs: (tags: string[]) => boolean,
): Store {
  const held = async (context: Context) =>
    (await ask<KeptValue>(context, "values")).filter(({ row }) => belongs(row.tags));
  const keys = async (context: Context) => unique((await held(context)).map(({ row }) => row.key));
  return {
    cacheName,
    remark,
    kind: "copy",
    needs: NOTHING_NEEDED,
    reads: [],
    keys,
    count: ({ caches }) => caches.values.list(MAX_KEYS).filter(({ tags }) => belongs(tags)).length,
    value: async (context, key) => {
      const found = (await held(context)).filter(({ row }) => row.key === key);
      if (found.length === 0) return undefined;
      return {
        名称: key,
        标签: [...new Set(found.flatMap(({ row }) => row.tags))],
        // A setting may be a first password: its value is shown on its own page alone.
        内容: "请在对应的管理页面查看",
        进程: found.map(({ process, row }) => ({
          进程号: process.pid,
          主机: process.host,
          存入时间: time(row.storedAt),
          有效期至: time(row.expires),
        })),
      };
    },
    clear: async (context, key) => {
      const gone = key === undefined ? (await held(context)).map(({ row }) => row.key) : [key];
      const tags: Tag[] = [...new Set(gone)].map(valueTag);
      // A message of PostgreSQL holds 8,000 bytes.
      for (let from = 0; from < tags.length; from += 10) {
        await publishTags(context.db, tags.slice(from, from + 10));
      }
    },
  };
}
