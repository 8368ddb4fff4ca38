import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { openSession } from "../app/login/session.server.ts";
import { role, userRole } from "../app/system/role/table.server.ts";
import { user } from "../app/system/user/table.server.ts";
import { connect, type Db } from "../db/client.ts";
import type { Tasks } from "../server/jobs/tasks.ts";
import { hashPassword } from "../server/secrets/password.ts";
import type { App, Context } from "../server/start/context.ts";
import { parseEnv } from "../server/start/env.ts";
import { createServerApp } from "../server/start/serve.ts";

export type Answer = {
  status: number;
  body: { code: number; msg: string; [key: string]: unknown };
  text: string;
  headers: Record<string, unknown>;
};

type Call = { token?: string; body?: unknown; ip?: string; headers?: Record<string, string> };
type OutboxLine = { at: string; to: string; scene: string; text: string; code?: string };

export type TestApp = {
  app: App;
  context: Context;
  db: Db;
  dataDir: string;
  databaseUrl: string;
  /** One statement as the superuser, on its database or on another one. */
  asAdmin(statement: string, database?: string): Promise<void>;
  /** One request below /prod-api (or an absolute path that starts with another segment). */
  call(method: string, url: string, call?: Call): Promise<Answer>;
  /** A new account and its token. */
  as(
    kind: "admin" | "staff" | "member",
    fields?: Partial<typeof user.$inferInsert>,
  ): Promise<Login>;
  /** Lines of DATA_DIR/outbox/<name>.jsonl, oldest first. */
  outbox(name: "sms" | "mail"): OutboxLine[];
};

export type Login = { token: string; userId: number; userName: string; password: string };

/** The address by another port of this machine. */
const behind = (url: URL, port: number | undefined): string => {
  const other = new URL(url);
  if (port) other.port = String(port);
  return other.href;
};

/** Password of every account that `as` makes. */
export const PASSWORD = "Lantern-2026";

/**
 * The real app on a clone of the template database, closed and dropped after the test file.
 * `env` overrides environment variables; `works`: it runs jobs as well, `moreTasks` among them;
 * `through`: the port of a line that the app reaches its database by.
 */
export async function startApp(
  env: Record<string, string> = {},
  {
    works = false,
    moreTasks = {},
    through,
  }: { works?: boolean; moreTasks?: Tasks; through?: number } = {},
): Promise<TestApp> {
  const templateUrl = inject("templateUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = new URL(inject("adminUrl"));
  const template = admin.pathname.slice(1);
  const maintain = async (statement: string, database = "postgres") => {
    admin.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await maintain(
    `create database ${name} template ${template} owner ${new URL(templateUrl).username}`,
  );
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;

  const dataDir = path.join(inject("testDir"), name);
  fs.mkdirSync(dataDir);
  const parsed = parseEnv(
    { DATA_DIR: dataDir, ...env },
    path.resolve(import.meta.dirname, "../.."),
  );
  const running = await createServerApp({
    env: parsed,
    databaseUrl: behind(url, through),
    logLevel: "fatal",
    works,
    moreTasks,
  });
  await running.app.ready();
  const database = connect(url.href, 4);
  afterAll(async () => {
    await running.close();
    await database.close();
    await maintain(`drop database ${name} with (force)`);
  });
  const { db } = database;
  let made = 0;

  return {
    app: running.app,
    context: running.context,
    db,
    dataDir,
    databaseUrl: url.href,
    asAdmin: (statement, on = name) => maintain(statement, on),
    async call(method, url, { token, body, ip, headers } = {}) {
      const target = /^\/(health|profile|sitemap|robots|rss|cover|art)/.test(url)
        ? url
        : `/prod-api${url}`;
      const response = await running.app.inject({
        method: method as "GET",
        url: target,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(ip ? { remoteAddress: ip } : {}),
      });
      const isJson = String(response.headers["content-type"]).includes("json");
      return {
        status: response.statusCode,
        body: isJson ? response.json() : { code: 0, msg: "" },
        text: response.body,
        headers: response.headers,
      };
    },
    async as(kind, fields = {}) {
      made++;
      const isStaff = kind !== "member";
      const client = { ipaddr: "127.0.0.1", browser: "test", os: "test" };
      if (kind === "admin") {
        const token = await openSession(db, { userId: 1, isStaff, isRemembered: false, client });
        return { token, userId: 1, userName: "admin", password: "" };
      }
      const userName = fields.userName ?? `${kind}${made}`;
      const [row] = await db
        .insert(user)
        .values({
          nickName: userName,
          userType: isStaff ? "00" : "01",
          password: await hashPassword(PASSWORD),
          pwdUpdateDate: new Date(),
          ...fields,
          userName,
        })
        .returning({ userId: user.userId });
      if (!row) throw new Error("no user row");
      if (kind === "member") {
        const roles = await db.select({ id: role.roleId, key: role.roleKey }).from(role);
        const memberRole = roles.find((each) => each.key === "member");
        if (memberRole)
          await db.insert(userRole).values({ userId: row.userId, roleId: memberRole.id });
      }
      const token = await openSession(db, {
        userId: row.userId,
        isStaff,
        isRemembered: false,
        client,
      });
      return { token, userId: row.userId, userName, password: PASSWORD };
    },
    outbox(file) {
      const target = path.join(dataDir, "outbox", `${file}.jsonl`);
      if (!fs.existsSync(target)) return [];
      return fs
        .readFileSync(target, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as OutboxLine);
    },
  };
}
