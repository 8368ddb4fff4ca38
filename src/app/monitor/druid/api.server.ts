import { Type } from "typebox";
import { AppError } from "#src/server/http/errors.ts";
import { framePage } from "#src/server/http/frame-page.ts";
import { Nullable, ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { connections, database, runningStatements } from "./database.server.ts";
import { resetStatements, slowest } from "./statements.server.ts";
import { indexes, tables } from "./storage.server.ts";

const BASE = "/prod-api/monitor/druid";
const ACCESS = "monitor:druid:list";

const Text = Type.String();
const Num = Type.Number();
const numbers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, Num]));
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, Text]));

const Figures = Type.Object({
  database: Type.Object({
    ...texts("version", "name"),
    ...numbers("uptime", "size", "maxConnections", "commits", "rollbacks", "blocksHit"),
    ...numbers("blocksRead", "deadlocks", "tempFiles", "tempBytes", "at"),
    statsReset: Nullable(Text),
  }),
  connections: Type.Array(Type.Object({ state: Text, ...numbers("count", "own") })),
  running: Type.Array(
    Type.Object({
      ...numbers("pid", "seconds"),
      ...texts("state", "application", "statement"),
      waitsFor: Nullable(Text),
    }),
  ),
});

const Storage = Type.Object({
  tables: Type.Array(
    Type.Object({
      ...texts("schemaName", "tableName"),
      ...numbers("size", "indexSize", "rows", "deadRows", "seqScans", "indexScans"),
      lastVacuum: Nullable(Text),
      lastAnalyze: Nullable(Text),
    }),
  ),
  indexes: Type.Array(
    Type.Object({
      ...texts("schemaName", "tableName", "indexName"),
      ...numbers("size", "scans"),
      isUnused: Type.Boolean(),
    }),
  ),
});

const Slowest = Type.Object({
  reason: Text,
  since: Nullable(Text),
  statements: Type.Array(
    Type.Object({
      statement: Text,
      ...numbers("calls", "meanMs", "maxMs", "totalMs", "share", "rows"),
    }),
  ),
});

/**
 * The database by its own figures. Not in the contract, whose page is a frame: what changes from
 * second to second, what lies on the disk, and which statements cost most, each on its own.
 */
const api: Slice = (app, context) => {
  const { db } = context;
  app.get(
    BASE,
    { config: { access: ACCESS }, schema: { response: okSchema({ data: Figures }) } },
    async () =>
      ok({
        data: {
          database: await database(db),
          connections: await connections(db),
          running: await runningStatements(db),
        },
      }),
  );

  app.get(
    `${BASE}/storage`,
    { config: { access: ACCESS }, schema: { response: okSchema({ data: Storage }) } },
    async () => ok({ data: { tables: await tables(db), indexes: await indexes(db) } }),
  );

  app.get(
    `${BASE}/statements`,
    { config: { access: ACCESS }, schema: { response: okSchema({ data: Slowest }) } },
    async () => ok({ data: await slowest(db) }),
  );

  app.delete(
    `${BASE}/statements`,
    { config: { access: ACCESS, log: ["数据监控", 9] }, schema: { response: okSchema() } },
    async () => {
      if (!(await resetStatements(db))) throw new AppError("当前数据库没有启用语句统计");
      return ok();
    },
  );

  app.get(
    "/prod-api/druid/login.html",
    { config: { access: "public" }, schema: { response: { 200: Type.String() } } },
    async (_request, reply) => {
      reply.type("text/html; charset=utf-8");
      return framePage("数据监控", `${context.origin}/monitor/druid`);
    },
  );
};

export default api;
