import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { onceCommitted } from "../calls/request-transaction.ts";

/** What the rows of the database are kept under, and what an administrator may drop by name. */
export const CONTENT_TAGS = ["site", "menu", "content", "links", "dict", "wording"] as const;

/**
 * Names of the data that a cached page or value depends on.
 * `entity:`: the rows of a regular entity, by the name of its table (server/crud/entity-crud.ts).
 * `content`: any published article changed its place in a list. `pages` and `values`: all pages, all
 * values. `page:` and `value:`: a single one, see pageTag and valueTag. `ask:`: nothing is dropped,
 * every process answers with its figures (monitor/server/service.server.ts). `words`: nothing is
 * dropped, there are articles whose words are due (article/words/service.server.ts), and `messages`, there
 * is something to send (app/message/worker.server.ts), and `exports`, somebody waits for a copy of their data
 * (app/personal/export/worker.server.ts). `news:` and
 * `session:` drop nothing either: they concern the streams of the office (app/news/streams.server.ts), as does
 * `rights`, which the database itself says (migration 0052): what some people may do has changed.
 */
export type Tag =
  | (typeof CONTENT_TAGS)[number]
  | "all"
  | "pages"
  | "values"
  | "words"
  | "messages"
  | "exports"
  | "rights"
  | `article:${number}`
  | `page:${string}`
  | `value:${string}`
  | `ask:${string}`
  | `count:${string}`
  | `entity:${string}`
  | `news:${string}`
  | `session:${number}`;

/** Keys may hold commas, which part the tags of a message. */
export const pageTag = (key: string): Tag => `page:${encodeURIComponent(key)}`;
export const valueTag = (key: string): Tag => `value:${encodeURIComponent(key)}`;

export const TAG_CHANNEL = "xuehui_tags";

/** PostgreSQL refuses messages of 8,000 bytes and more. */
const MESSAGE_BYTES = 7_900;

/** The tags as messages that are short enough. */
function messagesOf(tags: Tag[]): string[] {
  const messages: string[] = [];
  for (const tag of tags) {
    const longer = [...messages.slice(-1), tag].join(",");
    if (messages.length === 0 || Buffer.byteLength(longer) > MESSAGE_BYTES) messages.push(tag);
    else messages[messages.length - 1] = longer;
  }
  return messages;
}

/**
 * Call inside the writing transaction: PostgreSQL delivers at commit, to every process. The one that
 * wrote in a call does not wait for that: who has written reads what is written.
 */
export async function publishTags(db: Db, tags: Tag[]): Promise<void> {
  for (const message of messagesOf(tags)) {
    await db.execute(sql`select pg_notify(${TAG_CHANNEL}, ${message})`);
  }
  onceCommitted(() => {
    for (const drop of droppersHere) drop(tags);
  });
}

const droppersHere = new Set<(tags: Tag[]) => void>();

/** For keepers of values in this process; returns a function that ends it. */
export function onPublishedHere(drop: (tags: Tag[]) => void): () => void {
  droppersHere.add(drop);
  return () => void droppersHere.delete(drop);
}
