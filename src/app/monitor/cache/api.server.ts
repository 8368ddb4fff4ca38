import os from "node:os";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { Nullable } from "#src/lib/wire.ts";
import { CONTENT_TAGS, publishTags } from "#src/server/cache/tags.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { LogMark } from "#src/server/log/oper-log.ts";
import type { Slice } from "#src/server/start/context.ts";
import { answerListings } from "./copies.server.ts";
import { answerSizes, cacheFigures } from "./figures.server.ts";
import { checkNeeds, checkReads } from "./store.server.ts";
import { STORES, splitKey, storeOf } from "./stores.server.ts";
import { Figures } from "./wire.ts";

const BASE = "/prod-api/monitor/cache";
const ACCESS = "monitor:cache:list";
const REMOVE: LogMark = ["缓存监控", 3];
const CLEAR: LogMark = ["缓存监控", 9];

const NO_NAME = "缓存名称不存在";
const NO_KEY = "缓存键名不存在";

const Text = Type.String();
const Entry = Type.Object({
  cacheName: Text,
  cacheKey: Text,
  cacheValue: Nullable(Text),
  remark: Text,
});

/**
 * The key at the end of an address. It may hold slashes, and the contract's clients escape nothing:
 * what they send after a question mark belongs to it (wire 1.9).
 */
function keyOf(request: FastifyRequest<{ Params: { "*": string } }>): string {
  const { "*": rest } = request.params;
  const mark = (request.raw.url ?? "").indexOf("?");
  const query = mark < 0 ? "" : (request.raw.url ?? "").slice(mark);
  // PostgreSQL takes no NUL; no key has one.
  return (rest + query).replaceAll("\0", "").slice(0, 1_000);
}

/**
 * What is kept ready, by name and key: wire 2.11 and 3.6. Copies are dropped on every
 * process at once. Sessions, questions and locks are records: clearing all leaves them alone, and to
 * read or clear one needs a permission of the page where it is at home.
 */
const api: Slice = (app, context) => {
  const { db } = context;
  const self = { host: os.hostname(), pid: process.pid };
  answerSizes(context, self);
  answerListings(context, self);

  app.get(
    BASE,
    { config: { access: ACCESS }, schema: { response: okSchema({ data: Figures }) } },
    async () => ok({ data: await cacheFigures(context) }),
  );

  app.get(
    `${BASE}/getNames`,
    { config: { access: ACCESS }, schema: { response: okSchema({ data: Type.Array(Entry) }) } },
    async () =>
      ok({
        data: STORES.map(({ cacheName, remark }) => ({
          cacheName,
          cacheKey: "",
          cacheValue: "",
          remark,
        })),
      }),
  );

  app.get(
    `${BASE}/getKeys/:cacheName`,
    {
      config: { access: ACCESS },
      schema: {
        params: Type.Object({ cacheName: Text }),
        response: okSchema({ data: Type.Array(Text) }),
      },
    },
    async (request) => {
      const store = storeOf(request.params.cacheName);
      if (!store) throw new AppError(NO_NAME);
      checkReads(store, accountOf(request));
      return ok({ data: (await store.keys(context)).map((key) => store.cacheName + key) });
    },
  );

  /** A key that is gone has no value: the contract's clients ask for one they have just cleared. */
  app.get(
    `${BASE}/getValue/:cacheName/*`,
    {
      config: { access: ACCESS },
      schema: {
        params: Type.Object({ cacheName: Text, "*": Text }),
        response: okSchema({ data: Entry }),
      },
    },
    async (request) => {
      const { cacheName } = request.params;
      const cacheKey = keyOf(request);
      const named = storeOf(cacheName);
      // The key's own name counts: clients mix one list with the keys of another.
      const found = splitKey(cacheKey) ?? (named && { store: named, key: cacheKey });
      if (found) checkReads(found.store, accountOf(request));
      const value = found && (await found.store.value(context, found.key));
      return ok({
        data: {
          cacheName,
          cacheKey,
          cacheValue: value ? JSON.stringify(value, null, 2) : null,
          remark: found?.store.remark ?? "",
        },
      });
    },
  );

  app.delete(
    `${BASE}/clearCacheName/:cacheName`,
    {
      config: { access: ACCESS, log: CLEAR },
      schema: { params: Type.Object({ cacheName: Text }), response: okSchema() },
    },
    async (request) => {
      const store = storeOf(request.params.cacheName);
      if (!store) throw new AppError(NO_NAME);
      const account = accountOf(request);
      checkNeeds(store, "all", account);
      await store.clear(context, undefined, account);
      return ok();
    },
  );

  app.delete(
    `${BASE}/clearCacheKey/*`,
    {
      config: { access: ACCESS, log: REMOVE },
      schema: { params: Type.Object({ "*": Text }), response: okSchema() },
    },
    async (request) => {
      const found = splitKey(keyOf(request));
      if (!found) throw new AppError(NO_KEY);
      const account = accountOf(request);
      checkNeeds(found.store, "one", account);
      await found.store.clear(context, found.key, account);
      return ok();
    },
  );

  /** Pages and values of one tag; ours, the contract has no tags. */
  app.delete(
    `${BASE}/clearTag/:tag`,
    {
      config: { access: ACCESS, log: CLEAR },
      schema: { params: Type.Object({ tag: Text }), response: okSchema() },
    },
    async (request) => {
      const tag = CONTENT_TAGS.find((each) => each === request.params.tag);
      if (!tag) throw new AppError("缓存标签不存在");
      await publishTags(db, [tag]);
      return ok();
    },
  );

  app.delete(
    `${BASE}/clearCacheAll`,
    { config: { access: ACCESS, log: CLEAR }, schema: { response: okSchema() } },
    async () => {
      await publishTags(db, ["all"]);
      return ok();
    },
  );
};

export default api;
