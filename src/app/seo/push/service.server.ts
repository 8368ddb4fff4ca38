import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { apart } from "#src/server/calls/request-transaction.ts";
import { secretBox } from "#src/server/secrets/secret-box.ts";
import { articleHref } from "#src/site/addresses/category-href.ts";
import { isPublished } from "../../article/service.server.ts";
import { article } from "../../article/table.server.ts";
import { visibleOf } from "../../article_type/access/service.server.ts";
import { readSetting, SEALED } from "../../system/config/service.server.ts";
import { pushLog } from "./table.server.ts";

/** The one host that is ever called (security 22); tests have their own. */
const ENDPOINT = "http://data.zz.baidu.com/urls";
const ALLOWED_HOST = "data.zz.baidu.com";

const TIMEOUT_MS = 10_000;
/** Addresses of one call; the engine takes 2,000. */
const BATCH = 100;
const MAX_ANSWER = 300;
/** Longer than a call can take, with all that is around it. */
const CLAIM_SECONDS = 120;

/** A row that waits: neither sent nor refused yet. */
const isWaiting = and(eq(pushLog.isOk, false), eq(pushLog.answer, ""));

const isPushOn = async (db: Db): Promise<boolean> =>
  (await readSetting(db, "site.baiduPush")) === "true";

/**
 * Puts an article in line for the search engine, in the caller's transaction: call it when an article
 * is published. Off, or in line already: nothing happens. Whether it may be told is looked at when it
 * is sent.
 */
export async function queuePush(tx: Db, articleId: number): Promise<void> {
  if (!(await isPushOn(tx))) return;
  const [waits] = await tx
    .select({ id: pushLog.id })
    .from(pushLog)
    .where(and(isWaiting, eq(pushLog.articleId, articleId)))
    .limit(1);
  if (waits) return;
  // The origin is the program's, not the database's: it is put before the path when it is sent.
  await tx.insert(pushLog).values({ articleId, url: articleHref(articleId), isOk: false });
}

export type Sender = {
  db: Db;
  dataDir: string;
  /** Origin of the site, without a slash at its end. */
  origin: string;
  /** Of the tests: a server of their own, never a setting. */
  endpoint?: string;
  signal?: AbortSignal;
};

export type Sent = { sent: number; failed: number; remain: number | undefined };

type Row = { id: number; articleId: number | null; url: string };

/**
 * Sends what waits, at most a batch. Off, or without a token: nothing is sent. The rows are claimed
 * first and told of afterwards, each in a transaction of its own: two processes never send one address
 * twice, and nothing of the database is held while the engine takes its time.
 */
export async function sendWaiting(sender: Sender): Promise<Sent> {
  // A call's own transaction would be held for as long.
  const db = apart(sender.db);
  const nothing: Sent = { sent: 0, failed: 0, remain: undefined };
  if (!(await isPushOn(db))) return nothing;
  const token = tokenOf(sender.dataDir, await readSetting(db, "site.baiduToken"));
  const claimedAt = new Date();
  const rows = await claim(db, claimedAt);
  if (rows.length === 0) return nothing;
  const note = async (noted: readonly Row[], isOk: boolean, text: string, remain?: number) => {
    if (noted.length === 0) return;
    const set = {
      isOk,
      answer: text.slice(0, MAX_ANSWER),
      remain: remain ?? null,
      claimedAt: null,
    };
    // A process that took them over meanwhile writes their rows itself.
    const mine = and(inArray(pushLog.id, ids(noted)), eq(pushLog.claimedAt, claimedAt));
    await db.update(pushLog).set(set).where(mine);
  };
  const open = await openArticles(
    db,
    rows.flatMap(({ articleId }) => articleId ?? []),
  );
  const gone = rows.filter(({ articleId }) => articleId !== null && !open.has(articleId));
  const told = rows.filter((row) => !gone.includes(row));
  await note(gone, false, "文章没有公开，未推送");
  if (token === undefined) {
    await note(told, false, "没有填写推送密钥，未推送");
    return { ...nothing, failed: rows.length };
  }
  if (told.length === 0) return { ...nothing, failed: gone.length };
  const urls = told.map(({ url }) => (url.startsWith("/") ? sender.origin + url : url));
  const answer = await ask(sender, token, urls);
  if ("problem" in answer) {
    await note(told, false, answer.problem);
    return { ...nothing, failed: rows.length };
  }
  const refused = told.filter((_row, index) => answer.refused.has(urls[index] ?? ""));
  const taken = told.filter((row) => !refused.includes(row));
  await note(refused, false, "百度拒绝：不是本站地址，或地址不正确", answer.remain);
  await note(taken, true, "已接收", answer.remain);
  return { sent: taken.length, failed: rows.length - taken.length, remain: answer.remain };
}

/** Claims waiting rows for this process, and rows that another one claimed and never reported. */
const claim = (db: Db, claimedAt: Date): Promise<Row[]> =>
  db.transaction(async (tx) => {
    const free = await tx
      .select({ id: pushLog.id })
      .from(pushLog)
      .where(
        and(
          isWaiting,
          sql`coalesce(${pushLog.claimedAt}, 'epoch') < now() - make_interval(secs => ${CLAIM_SECONDS})`,
        ),
      )
      .orderBy(asc(pushLog.id))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    if (free.length === 0) return [];
    const rows = await tx
      .update(pushLog)
      .set({ claimedAt })
      .where(inArray(pushLog.id, ids(free)))
      .returning({ id: pushLog.id, articleId: pushLog.articleId, url: pushLog.url });
    return rows.sort((a, b) => a.id - b.id);
  });

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** Those that anybody may read now. */
async function openArticles(tx: Db, articleIds: number[]): Promise<Set<number>> {
  if (articleIds.length === 0) return new Set();
  const visible = visibleOf(article.visible, article.typeId);
  const rows = await tx
    .select({ id: article.id })
    .from(article)
    .where(and(inArray(article.id, articleIds), isPublished, sql`${visible} = 'public'`));
  return new Set(rows.map(({ id }) => id));
}

/** undefined: there is none, or it was sealed by another installation. */
function tokenOf(dataDir: string, kept: string | undefined): string | undefined {
  if (!kept?.startsWith(SEALED)) return undefined;
  try {
    return secretBox(dataDir).open(Buffer.from(kept.slice(SEALED.length), "base64"));
  } catch {
    return undefined;
  }
}

type EngineAnswer = { remain: number | undefined; refused: Set<string> } | { problem: string };

/** One call with its outcome. The token is in no text that is kept. */
async function ask(sender: Sender, token: string, urls: string[]): Promise<EngineAnswer> {
  const address = new URL(sender.endpoint ?? ENDPOINT);
  if (sender.endpoint === undefined && address.hostname !== ALLOWED_HOST) {
    return { problem: "推送地址不在允许的范围内" };
  }
  address.searchParams.set("site", sender.origin);
  address.searchParams.set("token", token);
  try {
    const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(sender.signal ? [sender.signal] : [])];
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: urls.join("\n"),
      // A way to another host is not gone.
      redirect: "manual",
      signal: AbortSignal.any(limits),
    });
    const text = (await response.text()).slice(0, 100_000);
    return meaningOf(response.status, text);
  } catch (error) {
    const isSlow = error instanceof Error && error.name === "TimeoutError";
    return { problem: isSlow ? "百度没有及时回答" : "连接百度失败，请检查服务器能否访问外网" };
  }
}

function meaningOf(status: number, text: string): EngineAnswer {
  let body: Record<string, unknown>;
  try {
    body = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return { problem: `百度的回答无法识别（HTTP ${status}）` };
  }
  if (typeof body.success !== "number") {
    const message = typeof body.message === "string" ? body.message : `HTTP ${status}`;
    return { problem: `百度拒绝：${PROBLEMS[message] ?? message}` };
  }
  const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return {
    remain: typeof body.remain === "number" ? Math.trunc(body.remain) : undefined,
    refused: new Set([...listOf(body.not_same_site), ...listOf(body.not_valid)]),
  };
}

/** The engine's own words for the usual refusals. */
const PROBLEMS: Readonly<Record<string, string>> = {
  "token is not valid": "密钥不正确",
  "site error": "站点没有在百度搜索资源平台验证",
  "over quota": "今天的配额已用完",
};

/**
 * Puts failed rows in line again, and returns how many those are. They are there for every process at
 * once, also inside of a call: what is sent next is not part of its transaction.
 */
export async function retryRows(db: Db, rowIds: number[]): Promise<number> {
  const rows = await apart(db)
    .update(pushLog)
    .set({ answer: "", remain: null, createTime: sql`now()` })
    .where(and(inArray(pushLog.id, rowIds), eq(pushLog.isOk, false)))
    .returning({ id: pushLog.id });
  return rows.length;
}

/** Figures above the log of the page. */
export async function pushState(db: Db) {
  const [last] = await db
    .select({ remain: pushLog.remain })
    .from(pushLog)
    .where(isNotNull(pushLog.remain))
    .orderBy(desc(pushLog.id))
    .limit(1);
  return {
    isOn: await isPushOn(db),
    hasToken: Boolean(await readSetting(db, "site.baiduToken")),
    waiting: await db.$count(pushLog, isWaiting),
    remain: last?.remain ?? null,
  };
}
