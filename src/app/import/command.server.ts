import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { inArray, or } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { lockInTransaction } from "../../db/locks.ts";
import { safeError } from "../../lib/safe-log.ts";
import { UNDATED_DAY } from "../../lib/text/undated.ts";
import type { Command } from "../../server/start/commands.ts";
import { isUntouched } from "../article/desk/service.server.ts";
import { documentSummary } from "../article/summary/service.server.ts";
import { article } from "../article/table.server.ts";
import { insertArticle, replaceArticle } from "../article/writing/service.server.ts";
import { isSearchedWhole } from "../search/service.server.ts";
import { htmlOf } from "./body.server.ts";
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

type Counts = { imported: number; mended: number; known: number; bad: number };

/** Reasons that are printed one by one; a file of another kind has one for each of its lines. */
const MAX_REASONS = 50;

type Entry = { number: number; hash: string; document: ImportDocument };

/**
 * `npm run import -- FILE.jsonl`: writes one article a line. A line that is in already is left alone
 * (key: SHA-256 of the whole line); one with the `key` of an earlier line mends that line's article; a bad
 * line is reported and the rest goes on.
 * @returns exit code 0 when the file was read to its end and not every line of it was bad, else 1.
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
  const counts: Counts = { imported: 0, mended: 0, known: 0, bad: 0 };
  let problem: unknown;
  try {
    await importFile(db, file, counts);
  } catch (error) {
    problem = error;
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const { imported, mended, known, bad } = counts;
  const good = imported + mended + known;
  if (problem === undefined || good + bad > 0) {
    const changed = mended > 0 ? `更新 ${mended} 篇，` : "";
    console.log(
      `导入 ${imported} 篇，${changed}已有 ${known} 篇，有误 ${bad} 行，用时 ${seconds} 秒`,
    );
  }
  if (problem === undefined) return good === 0 && bad > 0 ? 1 : 0;
  console.log(reasonOf(problem, file));
  return 1;
};

function reasonOf(error: unknown, file: string): string {
  const { code, path: where, cause } = error as NodeJS.ErrnoException;
  if (where === undefined && code !== "EISDIR") {
    // The message of a failed query holds the whole query: its cause says what went wrong.
    const detail = safeError(cause instanceof Error ? cause : error).message;
    return `导入中断：${detail}\n修复后再次运行同一命令即可继续，已导入的不会重复`;
  }
  const reasons: Record<string, string> = {
    ENOENT: "文件不存在",
    EISDIR: "这是一个目录",
    EACCES: "没有权限",
  };
  return `无法读取 ${file}：${reasons[code ?? ""] ?? safeError(error).message}`;
}

async function importFile(db: Db, file: string, counts: Counts): Promise<void> {
  const progress = startProgress();
  let batch: Entry[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const entries = batch;
    batch = [];
    const done = await writeBatch(db, entries);
    for (const outcome of done) {
      if (outcome.is === "bad") refuse(outcome.number, outcome.reason);
      else counts[outcome.is]++;
      if (outcome.is !== "bad" && outcome.note)
        progress.say(`第 ${outcome.number} 行：${outcome.note}`);
    }
  };
  const refuse = (number: number, reason: string) => {
    counts.bad++;
    if (counts.bad <= MAX_REASONS) progress.say(`第 ${number} 行：${reason}`);
    if (counts.bad === MAX_REASONS + 1) progress.say("有误的行较多，其余不再逐行列出");
  };
  try {
    for await (const line of linesOf(fs.createReadStream(file), MAX_LINE_BYTES)) {
      const entry = readLine(line);
      if (typeof entry === "string") refuse(line.number, entry);
      else if (entry) batch.push(entry);
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

type Outcome = { number: number } & (
  | { is: "imported" | "mended" | "known"; note?: string | undefined }
  | { is: "bad"; reason: string }
);

/** Writes what is not in yet and mends what says so; an outcome a line, in their order. */
function writeBatch(db: Db, entries: Entry[]): Promise<Outcome[]> {
  return db.transaction(async (tx) => {
    await lockInTransaction(tx, "import", { limitMs: WAIT_MS });
    const hashes = entries.map((entry) => entry.hash);
    const keys = entries.map((entry) => entry.document.key).filter(Boolean);
    const rows = await tx
      .select({ id: article.id, hash: article.importHash, key: article.importKey })
      .from(article)
      .where(or(inArray(article.importHash, hashes), inArray(article.importKey, keys)))
      .for("update");
    const known = new Set(rows.map((row) => row.hash));
    const byKey = new Map(rows.flatMap((row) => (row.key ? [[row.key, row.id] as const] : [])));
    const outcomes: Outcome[] = [];
    for (const { number, hash, document } of entries) {
      const { key } = document;
      const mended = key ? byKey.get(key) : undefined;
      if (known.has(hash)) {
        outcomes.push({ number, is: "known" });
        continue;
      }
      const given = await articleOf(tx, { number, hash, document });
      const { articleName: title, keywords, summary } = given;
      const text = document.paragraphs.join("\n");
      const isWhole = isSearchedWhole({ title, keywords, summary, text });
      const note = isWhole ? undefined : UNSEARCHED;
      known.add(hash);
      if (mended === undefined) {
        const id = await insertArticle(tx, given);
        if (key && id !== undefined) byKey.set(key, id);
        outcomes.push({ number, is: "imported", note });
      } else if (await isUntouched(tx, mended)) {
        await replaceArticle(tx, mended, given);
        outcomes.push({ number, is: "mended", note });
      } else outcomes.push({ number, is: "bad", reason: TOUCHED });
    }
    return outcomes;
  });
}

const TOUCHED = "这篇文章已在后台改过，请在后台更正";
const UNSEARCHED = "正文过长，超出部分无法被搜索到，建议拆分成几篇";

async function articleOf(db: Db, { number, hash, document }: Entry) {
  const { key, title, author, source, paragraphs, date } = document;
  return {
    typeId: await openCategory(db, document.category),
    articleName: title,
    content: htmlOf(paragraphs),
    summary: documentSummary(paragraphs),
    source,
    author,
    keywords: keywordsOf(source, author),
    publishTime: date ?? new Date(UNDATED_MS - number),
    importHash: hash,
    importKey: key || undefined,
    createBy: "import",
  };
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
