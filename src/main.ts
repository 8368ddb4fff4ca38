import { spawnSync } from "node:child_process";
import cluster from "node:cluster";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import {
  attachEmbedded,
  ClusterError,
  type EmbeddedCluster,
  startEmbedded,
} from "./db/embedded.ts";
import { errorText } from "./lib/safe-log.ts";
import type { Entry } from "./server/entry.ts";
import { type Env, EnvError, parseEnv } from "./server/env.ts";

// The only file that plain Node runs: environment, database, workers, then the app. It owns the
// embedded PostgreSQL and restarts workers; workers get nothing but the database's address.

const rootDir = path.resolve(import.meta.dirname, "..");
const builtEntry = path.join(rootDir, "build/server/index.js");
const stampFile = path.join(rootDir, "build/stamp");
const DATABASE_VARIABLE = "XUEHUI_DATABASE_URL";

/** Ends with one clear line and code 1. */
function fail(error: unknown): never {
  console.error(describe(error));
  process.exit(1);
}

function describe(error: unknown): string {
  if (error instanceof EnvError || error instanceof ClusterError) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") return `端口 ${port ?? ""} 已被占用，请换一个 PORT`;
  if (code === "EACCES") return `没有权限监听端口 ${port ?? ""}`;
  if (code === "EADDRNOTAVAIL") return "HOST 不是本机的地址";
  if (
    code &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28\w{3}|3D000)$/.test(code)
  ) {
    return `无法连接数据库（${code}），请检查 DATABASE_URL`;
  }
  return errorText(error);
}

// Node would print the error with all that it holds, parameters of queries among them.
process.on("uncaughtException", fail);

/** Changes when any source that goes into the build does. */
function sourceStamp(): string {
  const hash = createHash("sha256");
  const add = (relative: string) => {
    const full = path.join(rootDir, relative);
    if (!fs.existsSync(full)) return;
    const stat = fs.statSync(full);
    if (stat.isDirectory())
      for (const name of fs.readdirSync(full).sort()) add(`${relative}/${name}`);
    else hash.update(`${relative}:${stat.size}:${stat.mtimeMs};`);
  };
  for (const each of ["src", "public", "package-lock.json", "vite.config.ts"]) add(each);
  return hash.digest("hex");
}

function buildIfNeeded(): void {
  const built = fs.existsSync(builtEntry) && fs.existsSync(stampFile);
  if (!built || fs.readFileSync(stampFile, "utf8") !== sourceStamp()) build();
}

function build(): void {
  const stamp = sourceStamp();
  console.log("正在构建…");
  const cli = path.join(rootDir, "node_modules/@react-router/dev/bin.cjs");
  const result = spawnSync(process.execPath, [cli, "build"], {
    cwd: rootDir,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (result.status !== 0) fail(new ClusterError("构建失败，详情见上"));
  fs.writeFileSync(stampFile, stamp);
}

/** React's and React Router's fast builds are chosen by NODE_ENV while they load. */
const loadBuilt = async (): Promise<Entry> => {
  process.env.NODE_ENV = "production";
  return import(builtEntry);
};

type Owned = { url: string; stop(): void };

async function openDatabase(env: Env): Promise<Owned> {
  if (env.databaseUrl) {
    fs.mkdirSync(env.dataDir, { recursive: true });
    return { url: env.databaseUrl, stop: () => undefined };
  }
  const embedded: EmbeddedCluster = await startEmbedded({ dataDir: env.dataDir });
  return embedded;
}

/** First of SIGTERM and SIGINT; a second one ends at once. */
function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error) => fail(error),
      );
    });
  }
}

async function start(env: Env): Promise<void> {
  buildIfNeeded();
  const database = await openDatabase(env);
  try {
    const entry = await loadBuilt();
    await entry.prepare(env, database.url);
    const stop =
      env.workers === 1 ? await serveHere(env, entry, database) : await fork(env, database);
    onStopSignal(async () => {
      await stop();
      database.stop();
    });
    announce(env);
  } catch (error) {
    database.stop();
    throw error;
  }
}

async function serveHere(env: Env, entry: Entry, database: Owned): Promise<() => Promise<void>> {
  const running = await entry.serve(env, database.url);
  try {
    await running.app.listen({ port: env.port, host: env.host });
  } catch (error) {
    // What it does behind the calls must end before its database does.
    await running.close();
    throw error;
  }
  return () => running.close();
}

/** Forks the workers; a worker that dies is replaced, one that cannot listen ends the program. */
async function fork(env: Env, database: Owned): Promise<() => Promise<void>> {
  let stopping = false;
  let listening = 0;
  /** Ends what is left of them; the database must not go before they have. */
  const endWorkers = (signal: "SIGTERM" | "SIGKILL") =>
    Promise.all(
      Object.values(cluster.workers ?? {}).map(
        (worker) =>
          new Promise<void>((resolve) => {
            if (!worker || worker.isDead()) return resolve();
            worker.on("exit", () => resolve());
            worker.process.kill(signal);
          }),
      ),
    );
  await new Promise<void>((resolve, reject) => {
    const add = () => {
      const worker = cluster.fork({ [DATABASE_VARIABLE]: database.url });
      worker.on(
        "message",
        (message: { error?: { code?: string; port?: number; text: string } }) => {
          if (!message.error) return;
          const { code, port, text } = message.error;
          reject(Object.assign(new Error(text), { code, port }));
        },
      );
      worker.on("listening", () => {
        listening++;
        if (listening === env.workers) resolve();
      });
      const born = Date.now();
      worker.on("exit", (code) => {
        if (stopping) return;
        if (listening < env.workers) return reject(new Error(`工作进程启动失败（${code}）`));
        console.error(`工作进程退出（${code}），正在重启`);
        setTimeout(add, Date.now() - born < 5_000 ? 1_000 : 0);
      });
    };
    for (let index = 0; index < env.workers; index++) add();
  }).catch(async (error) => {
    // Nobody was served yet: there is nothing to wait for.
    stopping = true;
    await endWorkers("SIGKILL");
    throw error;
  });
  return async () => {
    stopping = true;
    await endWorkers("SIGTERM");
  };
}

async function work(env: Env): Promise<void> {
  const url = process.env[DATABASE_VARIABLE];
  if (!url) throw new Error(`${DATABASE_VARIABLE} is missing`);
  try {
    const running = await (await loadBuilt()).serve(env, url);
    onStopSignal(() => running.close());
    // The terminal's Ctrl+C reaches us too: the primary decides.
    process.removeAllListeners("SIGINT");
    process.on("SIGINT", () => undefined);
    process.on("disconnect", () => void running.close().then(() => process.exit(0)));
    await running.app.listen({ port: env.port, host: env.host });
  } catch (error) {
    const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
    process.send?.({ error: { code, port, text: describe(error) ?? message } }, () =>
      process.exit(1),
    );
  }
}

function announce(env: Env): void {
  const host = env.host.includes(":") ? `[${env.host}]` : env.host;
  console.log(`学会已启动：http://${host}:${env.port}`);
  const file = path.join(env.dataDir, "first-password");
  if (!fs.existsSync(file)) return;
  console.log(fs.readFileSync(file, "utf8").trim());
  fs.rmSync(file);
}

async function develop(env: Env): Promise<void> {
  const database = await openDatabase(env);
  const { startDevServer } = await import("./dev.ts");
  const stop = await startDevServer(env, database.url);
  // One of Vite's own servers ends the process at once, before the database is stopped.
  process.removeAllListeners("SIGTERM");
  onStopSignal(async () => {
    await stop();
    database.stop();
  });
  announce(env);
}

/**
 * A command works beside a running server too: on the database that the server owns, and with the
 * build that it serves, whatever the sources are by now.
 */
async function openForCommand(env: Env): Promise<Owned> {
  const url = env.databaseUrl ? undefined : await attachEmbedded(env.dataDir);
  if (!url || !fs.existsSync(builtEntry)) buildIfNeeded();
  return url ? { url, stop: () => undefined } : openDatabase(env);
}

async function runCommand(env: Env, name: string, args: string[]): Promise<void> {
  const database = await openForCommand(env);
  let code = 1;
  try {
    const entry = await loadBuilt();
    // The demo comes with a start, never by a command: the server beside may be one without.
    await entry.prepare({ ...env, demo: false }, database.url);
    code = await entry.runCommand(name, database.url, args, env);
  } finally {
    database.stop();
  }
  process.exit(code);
}

const [name = "start", ...args] = process.argv.slice(2);
try {
  const envFile = path.join(rootDir, ".env");
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile);
  const env = parseEnv(process.env, rootDir);
  if (cluster.isWorker) await work(env);
  else if (name === "start") await start(env);
  else if (name === "build") build();
  else if (name === "dev") await develop(env);
  else await runCommand(env, name, args);
} catch (error) {
  fail(error);
}
