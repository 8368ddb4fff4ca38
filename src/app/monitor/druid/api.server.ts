import { Type } from "typebox";
import { AppError } from "#src/server/http/errors.ts";
import { framePage } from "#src/server/http/frame-page.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { connections, database, runningStatements } from "./database.server.ts";
import { resetStatements, slowest } from "./statements.server.ts";
import { indexes, tables } from "./storage.server.ts";
import { Figures, Slowest, Storage } from "./wire.ts";

const BASE = "/prod-api/monitor/druid";
const ACCESS = "monitor:druid:list";

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
