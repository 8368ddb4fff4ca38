import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";

// The database of a program that journeys, gates and the bench have started, beside it.

/** Port of the cluster in a directory: the fourth line of postmaster.pid (README "Data directory"). */
export function portOf(home: string): number {
  const lines = fs.readFileSync(path.join(home, "postgres/postmaster.pid"), "utf8").split("\n");
  return Number(lines[3]);
}

/** The superuser's address. `home`: where the program has put the cluster, if not in its directory. */
export function databaseUrlOf(dataDir: string, home = dataDir): string {
  const password = fs.readFileSync(path.join(dataDir, "postgres.password"), "utf8").trim();
  return `postgres://postgres:${password}@127.0.0.1:${portOf(home)}/xuehui`;
}

/** The address of another database of the same cluster; as the program's own role with its password. */
export function databaseIn(adminUrl: string, database: string, rolePassword?: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (rolePassword !== undefined) {
    url.username = "xuehui";
    url.password = rolePassword;
  }
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends object = Record<string, unknown>>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** A living session of a user, as a log-in would have opened it; returns its token. */
export async function openSession(url: string, userId: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await query(
    url,
    `insert into session (token_hash, user_id, idle_seconds, expires_at)
     values ($1, $2, 1800, now() + interval '10 hours')`,
    [createHash("sha256").update(token).digest(), userId],
  );
  return token;
}

/** The same of the administrator, as after the first password was changed. */
export async function openAdminSession(url: string): Promise<string> {
  await query(url, "update sys_user set pwd_update_date = now() where user_id = 1");
  return openSession(url, 1);
}
