import { spawn } from "node:child_process";
import cluster from "node:cluster";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { enableCompileCache } from "node:module";
import path from "node:path";
import { ClusterError } from "./db/cluster-error.ts";
import { errorText } from "./lib/safe-log.ts";
import { beginLife, type Life } from "./life.ts";
import type { Entry } from "./server/start/entry.ts";
import { type Env, EnvError, parseEnv } from "./server/start/env.ts";
import { forkWorkers, type Order, type Report } from "./workers.ts";

// The only file that plain Node runs: environment, database, workers, then the app. It owns the
// embedded PostgreSQL and restarts workers; workers get nothing but the database's address. What not every
// process needs is imported where it is needed: each of them runs this file.

const rootDir = path.resolve(import.meta.dirname, "..");
const builtEntry = path.join(rootDir, "build/server/index.js");
const stampFile = path.join(rootDir, "build/stamp");
/** What V8 made of the built server: the next process and the next start need not make it again. */
const compiledDir = path.join(rootDir, "build/compiled");

/** Ends with one clear line and code 1. */
function fail(error: unknown): never {
  console.error(describe(error));
  process.exit(1);
}

function describe(error: unknown): string {
  if (error instanceof EnvError || error instanceof ClusterError) return error.message;
  const { code, port, path: file } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") return `端口 ${port ?? ""} 已被占用，请换一个 PORT`;
  if (code === "EACCES" && file) return `没有权限读写 ${file}`;
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
const failAtOnce = (error: unknown) => fail(error);
process.on("uncaughtException", failAtOnce);

/**
 * After a stop has begun an error is told and the stop goes on: what hung and was given up fails when its
 * database goes, and leaving there would leave the database behind.
 */
function tellErrorsOf(life: Life): void {
  life.signal.addEventListener("abort", () => {
    process.off("uncaughtException", failAtOnce);
    process.on("uncaughtException", (error) => console.error(describe(error)));
  });
}

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

/** Whether a build came to its end: the stamp goes before one begins, and comes back behind it. */
const isBuilt = () => fs.existsSync(builtEntry) && fs.existsSync(stampFile);

async function buildIfNeeded(signal: AbortSignal): Promise<void> {
  if (!isBuilt() || fs.readFileSync(stampFile, "utf8") !== sourceStamp()) await build(signal);
}

/** @throws the signal's reason, once nothing of the build runs any more. */
async function build(signal: AbortSignal): Promise<void> {
  const stamp = sourceStamp();
  console.log("正在构建…");
  fs.rmSync(stampFile, { force: true });
  fs.rmSync(compiledDir, { recursive: true, force: true });
  const cli = path.join(rootDir, "node_modules/@react-router/dev/bin.cjs");
  const child = spawn(process.execPath, [cli, "build"], {
    cwd: rootDir,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
    signal,
    killSignal: "SIGKILL",
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => signal.aborted || reject(error));
    child.once("close", resolve);
  });
  signal.throwIfAborted();
  if (status !== 0) throw new ClusterError("构建失败，详情见上");
  fs.writeFileSync(stampFile, stamp);
}

/** React's and React Router's fast builds are chosen by NODE_ENV while they load. */
const loadBuilt = async (): Promise<Entry> => {
  process.env.NODE_ENV = "production";
  enableCompileCache(compiledDir);
  return import(builtEntry);
};

const embedded = () => {
  enableCompileCache(compiledDir);
  return import("./db/embedded.ts");
};

/** The address of the database; a cluster of ours is stopped at the end. */
async function openDatabase(env: Env, life: Life): Promise<string> {
  if (env.databaseUrl) {
    fs.mkdirSync(env.dataDir, { recursive: true });
    return env.databaseUrl;
  }
  const { startEmbedded } = await embedded();
  const cluster = await startEmbedded({ dataDir: env.dataDir, signal: life.signal });
  life.atEnd(() => cluster.stop());
  cluster.watch((error) => {
    console.error(error.message);
    // Nothing can be served any more; whoever watches over us may start us anew.
    life.end().finally(() => process.exit(1));
  });
  return cluster.url;
}

/** Runs a part of the program; when a signal ends it before it serves, that is no failure. */
async function live(work: (life: Life) => Promise<void>, stoppedCode = 0): Promise<void> {
  const life = beginLife();
  tellErrorsOf(life);
  try {
    await work(life);
  } catch (error) {
    await life.end();
    if (life.signal.aborted) process.exit(stoppedCode);
    throw error;
  }
}

const start = (env: Env) =>
  live(async (life) => {
    await buildIfNeeded(life.signal);
    // With their first file compiled they need not load the part of Node that reads TypeScript.
    const given = { NODE_COMPILE_CACHE: compiledDir };
    const workers = env.workers > 1 ? forkWorkers(env.workers, given, life) : undefined;
    const url = await openDatabase(env, life);
    if (workers) await life.unlessStopped(workers.serve(url));
    else {
      const entry = await loadBuilt();
      await life.unlessStopped(entry.prepare(env, url));
      await serveHere(env, entry, url, life);
    }
    announce(env);
    life.serve();
  });

async function serveHere(env: Env, entry: Entry, url: string, life: Life): Promise<void> {
  const running = await entry.serve(env, url);
  // What it does behind the calls must end before its database does.
  life.atEnd(() => running.close());
  life.signal.throwIfAborted();
  await running.app.listen({ port: env.port, host: env.host });
}

const report = (what: Report, then: () => void = () => undefined) => process.send?.(what, then);

/** A worker: loads the program at once, and does what it is told (workers.ts). */
async function work(env: Env): Promise<void> {
  const life = beginLife();
  // The terminal's Ctrl+C reaches us too: the primary decides.
  process.removeAllListeners("SIGINT");
  process.on("SIGINT", () => undefined);
  // Without a primary nobody would ever end us.
  process.on("disconnect", () => void life.end().finally(() => process.exit(0)));
  const address = Promise.withResolvers<string>();
  const loaded = loadBuilt();
  const prepare = async (url: string) => {
    await (await loaded).prepare(env, url);
    report({ prepared: true });
  };
  process.on("message", (order: Order) => {
    if ("prepare" in order) prepare(order.prepare).catch(address.reject);
    else address.resolve(order.serve);
  });
  try {
    const entry = await loaded;
    await serveHere(env, entry, await address.promise, life);
    life.serve();
  } catch (error) {
    if (life.signal.aborted) return life.end().then(() => process.exit(0));
    report({ error: { text: describe(error) } }, () => process.exit(1));
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

const develop = (env: Env) =>
  live(async (life) => {
    const url = await openDatabase(env, life);
    const { startDevServer } = await import("./dev.ts");
    const others = process.listeners("SIGTERM");
    const stop = await life.unlessStopped(startDevServer(env, url));
    life.atEnd(stop);
    // One of Vite's own servers ends the process at once, before the database is stopped.
    for (const each of process.listeners("SIGTERM")) {
      if (!others.includes(each)) process.off("SIGTERM", each);
    }
    announce(env);
    life.serve();
  });

/**
 * A command works beside a running server too: on the database that the server owns, and with the
 * build that it serves, whatever the sources are by now.
 */
async function openForCommand(env: Env, life: Life): Promise<string> {
  const url = env.databaseUrl ? undefined : await (await embedded()).attachEmbedded(env.dataDir);
  if (!url || !isBuilt()) await buildIfNeeded(life.signal);
  return url ?? openDatabase(env, life);
}

const runCommand = (env: Env, name: string, args: string[]) =>
  live(async (life) => {
    const url = await openForCommand(env, life);
    const entry = await loadBuilt();
    // The demo comes with a start, never by a command: the server beside may be one without.
    await life.unlessStopped(entry.prepare({ ...env, demo: false }, url));
    const code = await life.unlessStopped(entry.runCommand(name, url, args, env));
    await life.end();
    process.exit(code);
  }, 1);

const [name = "start", ...args] = process.argv.slice(2);
try {
  const envFile = path.join(rootDir, ".env");
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile);
  const env = parseEnv(process.env, rootDir);
  if (cluster.isWorker) await work(env);
  else if (name === "start") await start(env);
  else if (name === "build") await live((life) => build(life.signal), 1);
  else if (name === "dev") await develop(env);
  else await runCommand(env, name, args);
} catch (error) {
  fail(error);
}
