import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { query } from "../e2e/database.ts";
import { measureCached } from "./cached.ts";
import { type Figure, tableOf } from "./figures.ts";
import { type Filled, fill } from "./fill.ts";
import { measureFound } from "./found.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureLists } from "./lists.ts";
import { measureMembers } from "./members.ts";
import { measureMoney } from "./money.ts";
import { measureOffice } from "./office.ts";
import { type Program, startProgram } from "./program.ts";
import { measureRender } from "./render.ts";
import { measureSearch } from "./search.ts";
import { measureStart } from "./start.ts";
import { measureWeight } from "./weight.ts";
import { measureWrites } from "./writes.ts";

// `npm run bench`: measures the built program from outside and prints one table. Never fails by a
// figure. DOCUMENTS: a JSONL file to import; BENCH_ROWS: number of articles (100000); BENCH: parts,
// as in BENCH=cached,search; BENCH_DATA: a directory to keep, filled once and used again.
// `npm run bench -- --quick`: 2,000 articles and the parts that take seconds, in five minutes.

const PARTS = [
  "import",
  "cached",
  "render",
  "search",
  "list",
  "size",
  "write",
  "lighthouse",
  "members",
  "money",
  "office",
  "start",
];
const isQuick = process.argv.includes("--quick");
const QUICK_PARTS = PARTS.filter(
  (part) => !["lighthouse", "members", "money", "office"].includes(part),
);
/** A part that is not over by then has stuck: the bench says so and goes on to the next. */
const PART_LIMIT_MS = isQuick ? 90_000 : 30 * 60_000;
const endsAt = isQuick ? Date.now() + 5 * 60_000 : Number.POSITIVE_INFINITY;
const rows = Number(process.env.BENCH_ROWS || (isQuick ? 2_000 : 100_000));
const documents = process.env.DOCUMENTS ? path.resolve(process.env.DOCUMENTS) : undefined;
const chosen = (process.env.BENCH ?? "").split(",").filter(Boolean);
const unknown = chosen.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.log(`no such part: ${unknown.join(", ")}; there are ${PARTS.join(", ")}`);
  process.exit(1);
}
const wanted = chosen.length > 0 ? chosen : isQuick ? QUICK_PARTS : PARTS;
const has = (part: string) => wanted.includes(part);
const say = (text: string) => process.stderr.write(`${text}\n`);

const PROCESSES = 2;
const IMPORT_GOAL_SECONDS = 20;

/** Addresses of pages that stand for their kind, on this data. */
async function pagesOf(program: Program): Promise<Record<"home" | "list" | "article", string>> {
  const [row] = await query<{ id: number; typeId: number; parentId: number }>(
    program.databaseUrl,
    `select a.id::int, t.id::int as "typeId", t.parent_id::int as "parentId"
     from article a join article_type t on t.id = a.type_id
     where a.visible = 'public' and a.is_listed and t.bll_type = '1'
     order by abs(length(a.content) - 4000), a.id limit 1`,
  );
  if (!row) throw new Error("no article");
  const parentId = row.parentId || row.typeId;
  return {
    home: "/",
    list: `/areaxList?parentId=${parentId}&tabIndex=${row.typeId}`,
    article: `/article?articleId=${row.id}`,
  };
}

function importFigure({ importMs, source }: Filled): Figure[] {
  if (importMs === undefined) return [];
  const seconds = importMs / 1_000;
  return [
    {
      name: "import of the documents, beside the running program",
      figure: `${seconds.toFixed(1)} s`,
      goal: `<= ${IMPORT_GOAL_SECONDS} s`,
      isMet: seconds <= IMPORT_GOAL_SECONDS,
      source: source.replace(/^.* of /, ""),
    },
  ];
}

/** The figures of a part, or the one that says that it did not end. */
async function inTime(name: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  const limit = new AbortController();
  const limitMs = Math.max(1_000, Math.min(PART_LIMIT_MS, endsAt - Date.now()));
  const late = delay(limitMs, undefined, { signal: limit.signal }).then((): Figure[] => [
    {
      name,
      figure: `not over after ${Math.round(limitMs / 1_000)} s`,
      goal: "to end",
      isMet: false,
      source: "",
    },
  ]);
  late.catch(() => undefined);
  return Promise.race([measure(), late]).finally(() => limit.abort());
}

async function measureAll(dataDir: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const env = { DEMO: documents ? "off" : "on", CAPTCHA_ENABLED: "true" };
  const part = async (name: string, measure: () => Promise<Figure[]>) => {
    if (!has(name)) return;
    say(`measuring: ${name}`);
    const failed = (error: Error): Figure[] => [
      { name, figure: `failed: ${error.message}`, goal: "to end", isMet: false, source: "" },
    ];
    figures.push(...(await inTime(name, measure).catch(failed)));
  };
  say("building and starting");
  let program = await startProgram(dataDir, { ...env, WORKERS: "1" });
  let source = "";
  try {
    say(`filling up to ${rows} articles`);
    const filled = await fill(program, dataDir, documents, rows);
    source = filled.source;
    const pages = await pagesOf(program);
    await part("import", async () => [
      ...importFigure(filled),
      ...(await measureFound(program, source, documents !== undefined)),
    ]);
    const { home, article } = pages;
    await part("cached", () => measureCached(program, { article, home }, source));
    await part("render", () => measureRender(program, source));
    await part("search", () => measureSearch(program, source));
    await part("list", () => measureLists(program, source));
    await part("size", () =>
      measureWeight(program, {
        ...pages,
        search: `/search?q=${encodeURIComponent("教育")}`,
        "log-in": "/login",
      }),
    );
    await part("lighthouse", () => measureLighthouse(program, pages, source));
    // Last but one: their rows would weigh on the others.
    await part("members", () => measureMembers(program));
    await part("money", () => measureMoney(program));
    await part("office", () => measureOffice(program));
    if (has("write")) {
      await program.stop();
      program = await startProgram(dataDir, { ...env, WORKERS: String(PROCESSES) });
      await part("write", () => measureWrites(program, PROCESSES, source));
    }
  } finally {
    await program.stop();
  }
  await part("start", () => measureStart(dataDir, env, source));
  return figures;
}

const kept = process.env.BENCH_DATA;
const dataDir = kept ? path.resolve(kept) : fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-bench-"));
fs.mkdirSync(dataDir, { recursive: true });
// The user of the database passes through it.
fs.chmodSync(dataDir, 0o755);
try {
  const figures = await measureAll(dataDir);
  console.log(`\n${tableOf(figures)}\n`);
  for (const { name, note } of figures) if (note) console.log(`${name}: ${note}`);
  const missed = figures.filter((figure) => figure.isMet === false).length;
  console.log(missed === 0 ? "every goal is met" : `${missed} goals are missed`);
} finally {
  if (!kept) fs.rmSync(dataDir, { recursive: true, force: true });
}
