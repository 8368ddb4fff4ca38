import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { isUnreachable } from "../../db/client.ts";
import { idOfText } from "../../lib/id-text.ts";
import type { Invalidation } from "../cache/invalidation.ts";
import { pagePolicy, permissionsPolicy, SECURITY_HEADERS } from "../http/headers.ts";
import type { Context } from "../start/context.ts";
import { sendAwayPage } from "./away-page.ts";
import type { Page } from "./page-cache.ts";
import { type PageFacts, pageContext, type Society } from "./page-context.ts";

/**
 * `export const handle = { cache: { query: [...] } }` in a page.tsx lets its answers be cached; only
 * the named query keys reach the loader and the cache key. A page without it is never cached and
 * sees the whole query.
 */
type PageHandle = { cache?: { query: string[] } };

export type Pages = {
  /** Answers a GET or HEAD from the cache, before Fastify; false when it cannot. */
  serveCached(request: IncomingMessage, response: ServerResponse): boolean;
  /** Renders and answers; `address` is the visitor's. */
  render(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  /** Answers where a render has failed. */
  fail(response: ServerResponse): void;
};

type Target = { path: string; isData: boolean; query: URLSearchParams; key: string | undefined };

export function createPages(
  build: ServerBuild,
  context: Context,
  invalidation: Invalidation,
  mode: "production" | "development",
): Pages {
  const handler = createRequestHandler(build, mode);
  const cache = context.caches.pages;
  const allowed = cacheRules(build);

  const targetOf = (given: string): Target => {
    const url = originForm(given);
    const mark = url.indexOf("?");
    const rawPath = mark < 0 ? url : url.slice(0, mark);
    const asked = new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
    const isData = rawPath.endsWith(".data");
    const bare = isData ? rawPath.slice(0, -5) : rawPath;
    const path = bare === "/_root" || bare === "/_" || bare === "" ? "/" : bare;
    const canonical = path.length > 1 ? path.replace(/\/+$/, "") : path;
    const rule = allowed.get(canonical);
    if (!rule) return { path: rawPath, isData, query: asked, key: undefined };
    const query = new URLSearchParams();
    for (const name of rule) {
      const value = asked.get(name);
      if (value && means(name, value)) query.set(name, value);
    }
    const routes = isData ? asked.get("_routes") : null;
    if (routes) query.set("_routes", routes);
    const key = routes ? undefined : `${canonical}${isData ? ".data" : ""}?${query}`;
    return { path: rawPath, isData, query, key };
  };

  let society: Society | undefined;

  /** @throws what the database failed with, when that is why there is no page. */
  const renderPage = async (
    { path, isData, query, key }: Target,
    accept: string,
    address: string,
  ) => {
    const page: PageFacts = {
      tags: new Set(["site"]),
      validUntil: Number.POSITIVE_INFINITY,
      frameHosts: new Set(),
      isData,
      address,
      meant: {},
    };
    const provider = new RouterContextProvider();
    provider.set(pageContext, { context, page });
    const began = invalidation.now();
    const text = query.size > 0 ? `?${query}` : "";
    const url = new URL(`${context.origin}${safePath(path)}${text}`);
    const answer = await handler(new Request(url, { headers: { accept } }), provider);
    if (isUnreachable(page.failure)) throw page.failure;
    society = page.society ?? society;
    const finished = await finish(answer, page);
    const isKept = key && finished.status === 200 && isMeant(query, page);
    if (isKept && page.validUntil > Date.now()) {
      cache.store(key, finished, { tags: [...page.tags], began, validUntil: page.validUntil });
    }
    return finished;
  };

  return {
    serveCached(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const { key } = targetOf(request.url ?? "/");
      return key !== undefined && cache.serve(key, request, response);
    },
    async render(request, response, address) {
      const target = targetOf(request.url ?? "/");
      const { key } = target;
      const accept = String(request.headers.accept ?? "*/*");
      const renderOnce = () => renderPage(target, accept, address);
      const rendered = key ? cache.shared(key, renderOnce) : renderOnce();
      const page = await rendered.catch((error: unknown) => {
        if (!isUnreachable(error)) throw error;
        context.log.warn({ err: error, url: request.url }, "page without its database");
        return undefined;
      });
      if (page) cache.send(page, request, response);
      else if (!key || !cache.serveStale(key, request, response)) sendAwayPage(response, society);
    },
    fail: (response) => sendAwayPage(response, society),
  };
}

/** A request line may hold a whole address (RFC 9112, 3.2.2); its host is never looked at. */
function originForm(url: string): string {
  if (url.startsWith("/")) return url;
  if (!URL.canParse(url)) return "/404";
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Values of a cached page's query that mean something; any other counts as absent, or every random
 * text would be a page of its own in the cache. Names that are not here are ids and page numbers,
 * from 1 and in one spelling.
 */
const QUERY_VALUES: Record<string, RegExp> = {
  state: /^1$/,
  sort: /^(newest|reads)$/,
  doc: /^[a-z]{1,20}$/,
  tab: /^(apply|mine|directory)$/,
};
const means = (name: string, value: string): boolean =>
  QUERY_VALUES[name]?.test(value) ?? (value !== "0" && String(idOfText(value) ?? "") === value);

/** Names with so few values that any of them may be kept. */
const CLOSED = new Set(["state", "sort"]);

/** Whether the loader vouches for every value: so there are never more pages than there is content. */
const isMeant = (query: URLSearchParams, { meant }: PageFacts): boolean =>
  [...query].every(([name, value]) => CLOSED.has(name) || String(meant[name]) === value);

/** `//host/x` would be read as another origin. */
const safePath = (path: string) => path.replace(/^\/{2,}/, "/");

function cacheRules(build: ServerBuild): Map<string, string[]> {
  const rules = new Map<string, string[]>();
  for (const route of Object.values(build.routes)) {
    if (!route) continue;
    const handle = route.module.handle as PageHandle | undefined;
    const path = (route.path ?? "").replace(/^\//, "");
    if (handle?.cache) rules.set(`/${path}`, handle.cache.query);
  }
  return rules;
}

async function finish(answer: Response, page: PageFacts): Promise<Page> {
  const headers: Record<string, string> = { ...SECURITY_HEADERS };
  answer.headers.forEach((value, name) => {
    headers[name] = value;
  });
  if (page.usesCamera) headers["permissions-policy"] = permissionsPolicy("(self)");
  if (!page.document) {
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
  }
  const { html, hashes } = hashScripts(page.document);
  headers["content-type"] = "text/html; charset=utf-8";
  headers["content-security-policy"] = pagePolicy(hashes, [...page.frameHosts]);
  return { status: answer.status, headers, body: Buffer.from(html) };
}

/**
 * A page that is cached whole cannot carry a nonce: it is rendered with a random one, which tells
 * our own inline scripts from anything stored in an article, and leaves with their hashes instead.
 */
function hashScripts(document: NonNullable<PageFacts["document"]>) {
  const { html, nonce } = document;
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  const kept: string[] = [];
  let from = 0;
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, from)) {
    kept.push(html.slice(from, at));
    from = at + mark.length;
    const isScript = html.startsWith("<script", html.lastIndexOf("<", at));
    const begin = html.indexOf(">", from) + 1;
    const code = isScript ? html.slice(begin, html.indexOf("</script>", begin)) : "";
    if (code) hashes.add(hashOf(code));
  }
  kept.push(html.slice(from));
  return { html: kept.join(""), hashes: [...hashes] };
}

/** Most inline scripts are the same on every page. */
const knownHashes = new Map<string, string>();
const KNOWN_SCRIPT_LENGTH = 3_000;

function hashOf(code: string): string {
  const known = knownHashes.get(code);
  if (known) return known;
  const hash = createHash("sha256").update(code).digest("base64");
  if (code.length < KNOWN_SCRIPT_LENGTH && knownHashes.size < 200) knownHashes.set(code, hash);
  return hash;
}

/** For entry.server.tsx: the nonce of one render. */
export const newNonce = () => randomBytes(12).toString("hex");
