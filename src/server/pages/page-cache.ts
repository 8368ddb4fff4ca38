import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Invalidation } from "../cache/invalidation.ts";
import { pageTag } from "../cache/tags.ts";

/** A finished page. Header names are lower case; the body is what a plain client would get. */
export type Page = { status: number; headers: Record<string, string>; body: Buffer };

type StoreOptions = {
  tags: string[];
  /** invalidation.now() from before the render began. */
  began: number;
  /** Time in ms after which the page must be rendered again. */
  validUntil: number;
};

type Encoding = "br" | "gzip" | "identity";
type Entry = Page & {
  key: string;
  tags: string[];
  validUntil: number;
  etag: string;
  hits: number;
  bytes: number;
  storedAt: number;
  variants: Partial<Record<Encoding, { body: Buffer; head: string[] }>>;
};

/**
 * Pages kept whole per process, most recently used last, bounded by bytes. Served before Fastify
 * sees the request: that is what keeps a hit near a bare node:http answer.
 */
export type PageCache = {
  /**
   * Answers from the cache; false when it cannot. While the database cannot be reached, pages are
   * served as they were, and say so (STALE).
   */
  serve(key: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers with the page as it was: its render has found the database gone. */
  serveStale(key: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** Renders once for all who ask at the same time, unless something was dropped in between. */
  shared(key: string, render: () => Promise<Page>): Promise<Page>;
  store(key: string, page: Page, options: StoreOptions): void;
  /** Sends a page that is not (or not yet) in the cache, with the same headers as a hit. */
  send(page: Page, request: IncomingMessage, response: ServerResponse): void;
  /** Bytes are an estimate with all encodings; hits and misses count since the process began. */
  size(): { entries: number; bytes: number; maxBytes: number; hits: number; misses: number };
  /** The pages with the most hits, at most `most`. */
  list(most: number): KeptPage[];
};

/** One page as the monitor shows it. Times are milliseconds; `validUntil` null: until it is dropped. */
export type KeptPage = {
  key: string;
  tags: string[];
  hits: number;
  bytes: number;
  storedAt: number;
  validUntil: number | null;
};

/** Tags that every page has besides those of its content. */
const ownTags = (key: string): string[] => ["pages", pageTag(key)];

/** A page that is served though nobody can say whether it still holds (RFC 9111, 5.5). */
const STALE = { warning: '110 - "Response is Stale"', "x-xuehui-stale": "database-unreachable" };

const MAX_BYTES = 96 * 1024 * 1024;

export function createPageCache(invalidation: Invalidation): PageCache {
  const entries = new Map<string, Entry>();
  let total = 0;
  let hits = 0;
  let misses = 0;
  const remove = (entry: Entry) => {
    if (entries.delete(entry.key)) total -= entry.bytes;
  };
  invalidation.subscribe({
    clear: () => {
      entries.clear();
      total = 0;
    },
    drop: (tags) => {
      for (const entry of entries.values()) {
        if (entry.tags.some((tag) => tags.includes(tag))) remove(entry);
      }
    },
  });

  const rendering = new Map<string, { began: number; page: Promise<Page> }>();

  return {
    serve(key, request, response) {
      if (invalidation.isAway()) return this.serveStale(key, request, response);
      if (!invalidation.isLive()) return false;
      const entry = entries.get(key);
      if (!entry) {
        misses++;
        return false;
      }
      if (entry.validUntil <= Date.now()) {
        misses++;
        remove(entry);
        return false;
      }
      entries.delete(key);
      entries.set(key, entry);
      entry.hits++;
      hits++;
      answer(entry, request, response);
      return true;
    },
    serveStale(key, request, response) {
      const entry = entries.get(key);
      if (!entry) return false;
      entry.hits++;
      answer(
        { ...entry, headers: { ...entry.headers, ...STALE }, variants: {} },
        request,
        response,
      );
      return true;
    },
    shared(key, render) {
      const began = invalidation.now();
      const running = rendering.get(key);
      if (running?.began === began) return running.page;
      const page = render().finally(() => {
        if (rendering.get(key)?.page === page) rendering.delete(key);
      });
      rendering.set(key, { began, page });
      return page;
    },
    store(key, page, { tags: contentTags, began, validUntil }) {
      const tags = [...contentTags, ...ownTags(key)];
      if (!invalidation.isLive() || invalidation.lastDrop(tags) > began) return;
      const bytes = page.body.length * 2 + 1_000;
      const old = entries.get(key);
      if (old) remove(old);
      entries.set(key, { ...fresh(page), key, tags, validUntil, bytes, storedAt: Date.now() });
      total += bytes;
      for (const oldest of entries.values()) {
        if (total <= MAX_BYTES) break;
        remove(oldest);
      }
    },
    send(page, request, response) {
      const entry = { ...fresh(page), key: "", tags: [], validUntil: 0, bytes: 0, storedAt: 0 };
      answer(entry, request, response, FAST_GZIP);
    },
    size: () => ({ entries: entries.size, bytes: total, maxBytes: MAX_BYTES, hits, misses }),
    list: (most) =>
      [...entries.values()]
        .sort((a, b) => b.hits - a.hits)
        .slice(0, most)
        .map(({ key, tags, hits, bytes, storedAt, validUntil }) => ({
          key,
          tags: tags.slice(0, tags.length - ownTags(key).length),
          hits,
          bytes,
          storedAt,
          validUntil: Number.isFinite(validUntil) ? validUntil : null,
        })),
  };
}

function fresh(page: Page) {
  // Weak: one text, sent in several encodings.
  const etag = `W/"${createHash("sha256").update(page.body).digest("base64url").slice(0, 22)}"`;
  return { ...page, etag, hits: 0, variants: {} };
}

/** Levels of gzip: a page sent once costs little, a kept page is small. */
const FAST_GZIP = 1;
const KEPT_GZIP = 6;

function answer(
  entry: Entry,
  request: IncomingMessage,
  response: ServerResponse,
  gzipLevel = KEPT_GZIP,
): void {
  if (entry.status === 200 && isKnown(request.headers["if-none-match"], entry.etag)) {
    response.writeHead(304, {
      etag: entry.etag,
      "cache-control": CACHE_CONTROL,
      ...entry.headers,
      vary: "accept-encoding",
    });
    response.end();
    return;
  }
  const encoding = pickEncoding(entry, request.headers["accept-encoding"]);
  let variant = entry.variants[encoding];
  if (!variant) {
    const body = compress(entry.body, encoding, gzipLevel);
    variant = { body, head: rawHeaders(entry, encoding, body.length) };
    entry.variants[encoding] = variant;
  }
  response.writeHead(entry.status, variant.head);
  response.end(request.method === "HEAD" ? undefined : variant.body);
}

/** If-None-Match: one tag, a list of them or any; a proxy may have made ours a strong one. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header !== undefined;
  const known = header.split(",").map((each) => each.trim().replace(/^(?!W\/)/, "W/"));
  return header.trim() === "*" || known.includes(etag);
}

/** Shared caches may keep nothing, browsers must ask: invalidation is ours alone. */
const CACHE_CONTROL = "no-cache";

function rawHeaders(entry: Entry, encoding: Encoding, length: number): string[] {
  // A page that is for one visitor alone says so itself.
  const head = Object.entries({ "cache-control": CACHE_CONTROL, ...entry.headers }).flat();
  head.push("etag", entry.etag, "vary", "accept-encoding");
  if (encoding !== "identity") head.push("content-encoding", encoding);
  head.push("content-length", String(length));
  return head;
}

/** Encodings a client names only to say no: `gzip;q=0`. */
const REFUSED = /[\w*]+\s*;\s*q=0(?:\.0+)?(?=\s*(?:,|$))/g;

/** Brotli costs ten times gzip: only a page that is asked for again gets it. */
function pickEncoding(entry: Entry, accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? "").replace(REFUSED, "");
  if (entry.body.length < 600) return "identity";
  if (entry.hits > 1 && /\bbr\b/.test(text)) return "br";
  return /\bgzip\b/.test(text) ? "gzip" : "identity";
}

function compress(body: Buffer, encoding: Encoding, gzipLevel: number): Buffer {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return gzipSync(body, { level: gzipLevel });
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
