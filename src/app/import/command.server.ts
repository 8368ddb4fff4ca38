import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { lockInTransaction } from "../../db/locks.ts";
import { UNDATED_DAY } from "../../lib/undated.ts";
import type { Command } from "../../server/commands.ts";
import { article } from "../article/table.server.ts";
import { insertArticle } from "../article/writing/service.server.ts";
import { htmlOf, summaryOf } from "./body.server.ts";
import { openCategory } from "./category.server.ts";
import {
  type ImportDocument,
  LineError,
  MAX_LINE_BYTES,
  parseDocument,
} from "./document.server.ts";
import { type Line, linesOf } from "./lines.server.ts";

/** Articles of one transaction. */
const BATCH = 50;

/** How long one import waits for a batch of another: two would both create a missing category. */
const WAIT_MS = 60_000;

/**
 * Texts without a date are older than all that have one, and stay in the order of the file when the
 * newest come first.
 */
const UNDATED_MS = Date.parse(`${UNDATED_DAY}T04:00:00Z`);

type Counts = { imported: number; known: number; bad: number };
type Entry = { number: number; hash: string; document: ImportDocument };

/**
 * `npm run import -- FILE.jsonl`: writes one article a line. A line that is in already is left alone
 * (key: SHA-256 of the whole line); a bad line is reported and the rest goes on.
 * @returns exit code 0 when the file was read to its end, else 1.
 */
export const importCommand: Command = async (db, args) => {
  const [name] = args;
  if (!name || args.length > 1) {
    console.log("用法：npm run import -- 文件.jsonl");
    return 1;
  }
  // npm runs scripts in the project's directory; the file is meant from where the person stands.
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
  const began = performance.now();
  const counts: Counts = { imported: 0, known: 0, bad: 0 };
  let problem: unknown;
  try {
    await importFile(db, file, counts);
  } catch (error) {
    problem = error;
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const { imported, known, bad } = counts;
  if (problem === undefined || imported + known + bad > 0) {
    console.log(`导入 ${imported} 篇，已有 ${known} 篇，有误 ${bad} 行，用时 ${seconds} 秒`);
  }
  if (problem === undefined) return 0;
  console.log(reasonOf(problem, file));
  return 1;
};

function reasonOf(error: unknown, file: string): string {
  const { code, path: where, message, cause } = error as NodeJS.ErrnoException;
  if (where === undefined && code !== "EISDIR") {
    // The message of a failed query holds the whole query: its cause says what went wrong.
    const detail = cause instanceof Error ? cause.message : message;
    return `导入中断：${detail}\n修复后再次运行同一命令即可继续，已导入的不会重复`;
  }
  const reasons: Record<string, string> = {
    ENOENT: "文件不存在",
    EISDIR: "这是一个目录",
    EACCES: "没有权限",
  };
  return `无法读取 ${file}：${reasons[code ?? ""] ?? message}`;
}

async function importFile(db: Db, file: string, counts: Counts): Promise<void> {
  const progress = startProgress();
  let batch: Entry[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const entries = batch;
    batch = [];
    const imported = await writeBatch(db, entries);
    counts.imported += imported;
    counts.known += entries.length - imported;
  };
  try {
    for await (const line of linesOf(fs.createReadStream(file), MAX_LINE_BYTES)) {
      const entry = readLine(line);
      if (typeof entry === "string") {
        counts.bad++;
        progress.say(`第 ${line.number} 行：${entry}`);
      } else if (entry) batch.push(entry);
      if (batch.length >= BATCH) await flush();
      progress.at(line.number);
    }
    await flush();
  } finally {
    progress.end();
  }
}

/** The document of a line, the reason why there is none, or undefined for an empty line. */
function readLine({ number, bytes }: Line): Entry | string | undefined {
  if (!bytes) return "超过 5 MB";
  if (bytes.toString("latin1").trim() === "") return undefined;
  try {
    const document = parseDocument(bytes);
    return { number, hash: createHash("sha256").update(bytes).digest("hex"), document };
  } catch (error) {
    if (error instanceof LineError) return error.message;
    throw error;
  }
}

/** Writes what is not in yet; resolves with how many that were. */
function writeBatch(db: Db, entries: Entry[]): Promise<number> {
  return db.transaction(async (tx) => {
    await lockInTransaction(tx, "import", { limitMs: WAIT_MS });
    const hashes = entries.map((entry) => entry.hash);
    const rows = await tx
      .select({ hash: article.importHash })
      .from(article)
      .where(inArray(article.importHash, hashes));
    const known = new Set(rows.map((row) => row.hash));
    let imported = 0;
    for (const entry of entries) {
      if (known.has(entry.hash)) continue;
      known.add(entry.hash);
      await writeArticle(tx, entry);
      imported++;
    }
    return imported;
  });
}

async function writeArticle(db: Db, { number, hash, document }: Entry): Promise<void> {
  const { title, author, source, paragraphs, date } = document;
  await insertArticle(db, {
    typeId: await openCategory(db, document.category),
    articleName: title,
    content: htmlOf(paragraphs),
    summary: summaryOf(paragraphs),
    source,
    author,
    keywords: keywordsOf(source, author),
    publishTime: date ?? new Date(UNDATED_MS - number),
    importHash: hash,
    createBy: "import",
  });
}

/** The book, and who wrote it: 先秦：左丘明 is a time and a name. */
const keywordsOf = (source: string, author: string): string =>
  [source, ...author.split(/[\s：:·、，,]+/)].filter(Boolean).join(",");

const STEP = 100;

/** A line that rewrites itself where a person looks, else a line every hundred. */
function startProgress() {
  const { stdout } = process;
  const isLive = stdout.isTTY === true;
  const clear = () => isLive && stdout.write("\r\u001b[K");
  let last = 0;
  return {
    at(number: number) {
      last = number;
      if (isLive && number % 10 === 0) stdout.write(`\r已处理 ${number} 行`);
      else if (!isLive && number % STEP === 0) console.log(`已处理 ${number} 行`);
    },
    say(text: string) {
      clear();
      console.log(text);
    },
    end() {
      clear();
      if (last > 0 && last % STEP !== 0) console.log(`已处理 ${last} 行`);
    },
  };
}
