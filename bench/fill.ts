import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { query } from "../e2e/database.ts";
import { type Program, runProgram } from "./program.ts";

/** A scratch installation with many articles. */
export type Filled = { source: string; articles: number; importMs: number | undefined };

/**
 * Imports the documents where there are some (else the demo's articles are the seed) and copies them
 * with other titles, categories and dates until there are `rows`. The copies share the words of
 * their original.
 */
export async function fill(
  program: Program,
  dataDir: string,
  documents: string | undefined,
  rows: number,
): Promise<Filled> {
  const importMs = documents
    ? (await runProgram(["import", documents], { DATA_DIR: dataDir })).ms
    : undefined;
  const { databaseUrl: url } = program;
  const originals = rememberedOriginals(dataDir) ?? (await count(url));
  if (originals === 0) throw new Error("no articles to copy");
  if ((await count(url)) < rows) await multiply(url, originals, rows);
  fs.writeFileSync(path.join(dataDir, NOTE), String(originals));
  const articles = await count(url);
  const seed = documents ? `${originals} documents` : `${originals} demo articles`;
  return { source: `${articles} rows of ${seed}`, articles, importMs };
}

/** In a directory that is kept: how many articles were no copies. */
const NOTE = "bench-originals";

function rememberedOriginals(dataDir: string): number | undefined {
  const file = path.join(dataDir, NOTE);
  return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : undefined;
}

async function count(url: string): Promise<number> {
  const [row] = await query<{ n: number }>(url, "select count(*)::int as n from article");
  return row?.n ?? 0;
}

async function multiply(url: string, originals: number, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const [index] = (
      await client.query<{ indexdef: string }>(
        "select indexdef from pg_indexes where indexname = 'article_search'",
      )
    ).rows;
    // Building the index once is many times faster than keeping it.
    await client.query("set synchronous_commit = off");
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query("drop index article_search");
    const copies = Math.ceil((rows - originals) / originals);
    await client.query(
      `insert into article (type_id, article_name, summary, content, source, author, keywords,
         status, publish_time, search)
       select types.ids[1 + (a.id + k) % array_length(types.ids, 1)],
         a.article_name || '（' || k || '）', a.summary, a.content, a.source, a.author, a.keywords,
         '3', now() - ((a.id * 7919 + k * 104729) % 7300) * interval '1 day'
           - (k % 1440) * interval '1 minute' - interval '1 day', a.search
       from article a, generate_series(1, $1::int) k,
         (select array_agg(id) as ids from article_type where bll_type = '1') types
       where a.status = '3' order by k, a.id limit $2`,
      [copies, rows - originals],
    );
    await client.query(index?.indexdef ?? "");
    await client.query("vacuum analyze");
    await client.query("select pg_notify('xuehui_tags', 'all,content,menu')");
  } finally {
    await client.end();
  }
}
