import { once } from "node:events";
import { connect } from "node:net";
import { pino } from "pino";
import type { ServerBuild } from "react-router";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { listenForTags } from "../cache/invalidation.ts";
import { createMemo } from "../cache/memo.ts";
import { localStore } from "../files/file-store.ts";
import { openQueue } from "../jobs/queue.ts";
import { createPageCache } from "../pages/page-cache.ts";
import { createPages } from "../pages/pages.ts";
import type { Context } from "../start/context.ts";
import { parseEnv } from "../start/env.ts";
import { createApp } from "./app.ts";
import { isCall } from "./errors.ts";

const { db, databaseUrl, dataDir, call } = await startApp();
const invalidation = await listenForTags(databaseUrl);
const memo = createMemo(invalidation);
const context: Context = {
  env: parseEnv({ DATA_DIR: dataDir }, dataDir),
  db,
  memo,
  caches: { pages: createPageCache(invalidation), values: memo },
  invalidation,
  outbox: { sms: async () => undefined, mail: async () => undefined },
  files: localStore(dataDir),
  fileUsers: [],
  noteFileUse: async () => undefined,
  queue: openQueue(databaseUrl, pino({ level: "silent" })),
  stopping: new AbortController().signal,
  tasks: {},
  inbox: [],
  log: pino({ level: "silent" }),
  origin: "https://society.example.org",
};

/** The smallest React Router build: every path is answered with the address the loader saw. */
const build = {
  entry: {
    module: {
      default: (request: Request) => new Response(request.url, { headers: HTML }),
    },
  },
  routes: {
    root: { id: "root", path: "", module: { default: () => null } },
    any: { id: "any", parentId: "root", path: "*", module: { default: () => null } },
  },
  assets: { routes: {}, entry: { module: "", imports: [] }, url: "", version: "" },
  future: {},
  publicPath: "/",
  assetsBuildDirectory: "",
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial" },
} as unknown as ServerBuild;
const HTML = { "content-type": "text/html" };

const app = await createApp({
  context,
  slices: {},
  requireProof: async () => undefined,
  findAccount: async () => undefined,
  beginTransaction: () => {
    throw new Error("no route of this app writes");
  },
  appendOperations: async () => undefined,
  pages: createPages(build, context, invalidation, "production"),
  isReady: async () => true,
});
afterAll(async () => {
  await app.close();
  await invalidation.close();
});

test("an unknown call is JSON and HTTP 200 beside pages too, whatever the method", async () => {
  for (const method of ["GET", "POST", "DELETE"] as const) {
    const answer = await app.inject({ method, url: "/prod-api/nothing/here?x=1" });
    expect([answer.statusCode, answer.json()], method).toEqual([
      200,
      { code: 404, msg: "访问资源不存在" },
    ]);
  }
  expect(isCall("http://evil.example/prod-api/getInfo")).toBe(true);
  expect(isCall("/article?from=http://a/prod-api/")).toBe(false);
  expect((await app.inject("/prod-apix")).body).toBe("https://society.example.org/prod-apix");
});

test("an address that cannot be read is the 404 page, below /prod-api a refusal", async () => {
  const page = await app.inject("/%zz");
  expect([page.statusCode, page.headers.location]).toEqual([302, "/404"]);
  expect(page.headers["x-content-type-options"]).toBe("nosniff");
  const answer = await app.inject("/prod-api/%zz");
  expect([answer.statusCode, answer.json()]).toEqual([200, { code: 500, msg: "请求格式有误" }]);
});

test("a host in the request line is never looked at", async () => {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  socket.write("GET http://evil.example/a?b=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "close");
  expect(text).toContain("https://society.example.org/a?b=1");
  expect(text).not.toContain("evil");
});

test("a body that is no object is refused without naming a field", async () => {
  for (const body of ["", "[]", "null", '"x"']) {
    const headers = { "content-type": "application/json" };
    const answer = await call("POST", "/login", { headers, body });
    expect(answer.body, body).toEqual({ code: 500, msg: "请求参数有误" });
  }
});

test("outside of /prod-api a wrong request has its HTTP code", async () => {
  const answer = await call("GET", "/rss.xml?typeId=x");
  expect([answer.status, answer.body.msg]).toEqual([400, "栏目编号格式不正确"]);
});
