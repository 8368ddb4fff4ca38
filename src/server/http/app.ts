import { createServer } from "node:http";
import formbody from "@fastify/formbody";
import multipart from "@fastify/multipart";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { inTransaction, prepareTransactions } from "../calls/call-transaction.ts";
import type { RequestTransaction } from "../calls/request-transaction.ts";
import { type AppendOperations, type LogMark, logOperations } from "../log/oper-log.ts";
import type { Pages } from "../pages/pages.ts";
import { type SecretBox, secretBox } from "../secrets/secret-box.ts";
import type { App, Context, Slice } from "../start/context.ts";
import { type Access, type FindAccount, guard, type RequireProof } from "./access.ts";
import { bodyKeys, describeRoutes, queryKeys, sliceOf } from "./api-docs.ts";
import { serveAssets } from "./assets.ts";
import { shareMemory } from "./body-share.ts";
import { BODY_BYTES, bodyBytes } from "./body-size.ts";
import { SERVER_TIMES, watchBodies } from "./body-watch.ts";
import { hasRoom } from "./disk-full.ts";
import { handleError, isCall, NOT_FOUND } from "./errors.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { inTurn } from "./in-turn.ts";
import { lazySchemas } from "./lazy-schemas.ts";
import { parseQuery } from "./query.ts";

type Options = {
  context: Context;
  slices: Record<string, Slice>;
  findAccount: FindAccount;
  requireProof: RequireProof;
  /** The transaction of a call that writes; `context.db` takes part in it. */
  beginTransaction: () => RequestTransaction;
  appendOperations: AppendOperations;
  /** undefined in API tests, which load no pages. */
  pages?: Pages;
  /** Directory of built files; undefined where Vite serves them. */
  clientDir?: string | undefined;
  /** false while the process is shutting down or its database is away. */
  isReady: () => Promise<boolean>;
};

const PLAIN_TEXT = { response: { 200: { type: "string" } } } as const;

/** One registered route, for the tests that walk all of them. */
type RouteRow = {
  method: string;
  url: string;
  access: Access;
  asksProof: boolean;
  log: LogMark | undefined;
  /** Keys of the query that the route declares. */
  query: string[];
  /** Keys of the body that it describes. */
  body: string[];
  hasResponseSchema: boolean;
  /** Its answer would not come to an end in a test. */
  isEndless: boolean;
};

declare module "fastify" {
  interface FastifyInstance {
    routeTable: RouteRow[];
  }
}

/** Nobody is known yet who could be asked about it; a form of the site has a tenth of this. */
const STRANGERS_BODY_BYTES = 64 * 1024;

/** Builds the app: slices under /prod-api, pages everywhere else. Call listen or inject on it. */
export async function createApp(options: Options): Promise<App> {
  const { context, pages } = options;
  const app = fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: context.env.trustProxy,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: "idle",
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 5_000,
      querystringParser: parseQuery,
    },
    schemaController: lazySchemas,
    ajv: {
      customOptions: {
        // Our schemas are TypeBox's, and tests have seen them: their own schema takes long to compile.
        validateSchema: process.env.NODE_ENV !== "production",
        coerceTypes: "array",
        removeAdditional: "all",
        allErrors: true,
        verbose: true,
        strict: false,
      },
    },
    // The address itself cannot be read (`/%zz`): no route, so no hook has been here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(SECURITY_HEADERS);
      if (isCall(request.url)) handleError(error, request, reply);
      else reply.redirect("/404");
    },
    serverFactory: (handler) => {
      const server = createServer(
        { maxHeaderSize: 32 * 1024, ...SERVER_TIMES },
        inTurn((request, response) => {
          // A cached page is answered here: everything Fastify does costs more than sending it.
          if (!pages?.serveCached(request, response)) handler(request, response);
        }),
      );
      watchBodies(server);
      return server;
    },
  }) as unknown as App;

  const routes: RouteRow[] = [];
  let opened: SecretBox | undefined;
  const box = () => {
    opened ??= secretBox(context.env.dataDir);
    return opened;
  };
  app.decorate("routeTable", routes);
  app.decorateRequest("account", undefined);
  app.addHook("onRoute", (route) => {
    if (route.config?.access === undefined) {
      throw new Error(`route without access: ${String(route.method)} ${route.url}`);
    }
    route.bodyLimit ??=
      route.config.access === "public" ? STRANGERS_BODY_BYTES : bodyBytes(route.schema?.body);
    inTransaction(route, { db: context.db, begin: options.beginTransaction, box });
    routes.push({
      method: String(route.method),
      url: route.url,
      access: route.config.access,
      asksProof: route.config.asksProof ?? false,
      log: route.config.log,
      query: queryKeys(route),
      body: bodyKeys(route),
      hasResponseSchema: route.schema?.response !== undefined,
      isEndless: route.config.isEndless ?? false,
    });
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
    reply.header("cache-control", "no-store");
  });
  prepareTransactions(app);
  logOperations(app, context.db, options.appendOperations);
  app.addHook("onRequest", guard(options.findAccount, options.requireProof));
  app.addHook("preParsing", shareMemory());
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) =>
    reply.code(isCall(request.url) ? 200 : 404).send({ code: 404, msg: NOT_FOUND }),
  );
  // PUT and POST of query-only calls come with no body or an empty one (wire 1.2).
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, body, done) => {
      if (body.trim() === "") done(null, undefined);
      else parseJson(request, body, done);
    },
  );
  await app.register(formbody, { bodyLimit: BODY_BYTES });
  await app.register(multipart, { limits: { files: 5, fields: 20, parts: 25 } });

  app.get("/health/live", { config: { access: "public" } }, async () => ({ status: "ok" }));
  app.get("/health/ready", { config: { access: "public" } }, async (_request, reply) => {
    if (!(await options.isReady())) return reply.code(503).send({ status: "unavailable" });
    // Reading goes on: a load balancer must not leave this process out for it.
    return { status: (await hasRoom(context.env.dataDir)) ? "ok" : "disk-full" };
  });

  await describeRoutes(app);
  // wire 2.1.
  app.get(
    "/prod-api/",
    { config: { access: "public" }, schema: PLAIN_TEXT },
    async (_request, reply) => {
      reply.type("text/plain; charset=utf-8");
      return "欢迎使用学会网站接口，请通过网站页面访问。";
    },
  );
  for (const [file, slice] of Object.entries(options.slices)) {
    if (typeof slice !== "function") throw new Error(`${file} has no default export`);
    await app.register(async (scope) => {
      scope.addHook("onRoute", (route) => {
        route.config = { ...route.config, slice: sliceOf(file) };
      });
      await slice(scope as unknown as App, context);
    });
  }
  if (options.clientDir) await serveAssets(app, options.clientDir);
  if (pages) {
    app.route({
      method: ["GET", "HEAD"],
      url: "/*",
      config: { access: "public" },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        // A call that is not there is no page: clients could not read /404.
        if (isCall(request.url)) return reply.callNotFound();
        reply.hijack();
        try {
          await pages.render(request.raw, reply.raw, request.ip);
        } catch (error) {
          request.log.error({ err: error }, "page failed");
          if (!reply.raw.headersSent) pages.fail(reply.raw);
        }
      },
    });
  }
  return app;
}
