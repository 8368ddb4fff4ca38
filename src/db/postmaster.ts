import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { ClusterError } from "./cluster-error.ts";
import { isAlive, readIfThere } from "./data-lock.ts";
import type { Owner } from "./postgres-home.ts";

// PostgreSQL's own programs: make a cluster, start and stop it. None of them holds up the event loop.

/** One cluster on the disk. */
export type Site = {
  bin: string;
  directory: string;
  owner: Owner | undefined;
  /** false for throw-away test clusters: no fsync. */
  durable: boolean;
};

async function run(
  { bin, owner }: Pick<Site, "bin" | "owner">,
  name: string,
  args: string[],
  signal?: AbortSignal,
): Promise<void> {
  const child = spawn(path.join(bin, name), args, {
    ...owner,
    ...(signal ? { signal } : {}),
    cwd: "/",
    // pg_ctl leaves the postmaster behind with our pipes: nothing may be piped to it.
    stdio: ["ignore", "ignore", name === "initdb" ? "pipe" : "ignore"],
    // A terminal's Ctrl+C is ours to act on: pg_ctl in the middle of a start must not die of it.
    detached: process.platform !== "win32",
    env: { ...process.env, LC_ALL: "C", LANG: "C" },
  });
  let detail = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    detail += text;
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (status === 0) return;
  throw new ClusterError(
    `PostgreSQL 的 ${name} ${args[0] ?? ""} 失败${detail ? `：${detail.trim()}` : ""}`,
  );
}

/** Makes the cluster and its superuser's password; half of one is removed again. */
export async function initialise(
  site: Site,
  passwordFile: string,
  signal?: AbortSignal,
): Promise<void> {
  const { directory, owner } = site;
  fs.rmSync(directory, { recursive: true, force: true });
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (owner) fs.chownSync(directory, owner.uid, owner.gid);
  fs.writeFileSync(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  // initdb reads the password as the database user: hand it a copy of its own, gone afterwards.
  const handed = path.join(directory, "..", `.initdb-${process.pid}`);
  fs.copyFileSync(passwordFile, handed);
  if (owner) fs.chownSync(handed, owner.uid, owner.gid);
  try {
    const auth = ["-U", "postgres", "-A", "scram-sha-256", `--pwfile=${handed}`];
    const args = ["-D", directory, "-E", "UTF8", "--locale=C", ...auth];
    await run(site, "initdb", args, signal);
  } catch (error) {
    fs.rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  } finally {
    fs.rmSync(handed, { force: true });
  }
  fs.appendFileSync(
    path.join(directory, "postgresql.conf"),
    [
      "",
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      "max_connections = 120",
      "work_mem = 16MB",
      "maintenance_work_mem = 128MB",
      "random_page_cost = 1.1",
      "jit = off",
      "timezone = 'Asia/Shanghai'",
      "",
    ].join("\n"),
  );
}

/** The lines of the postmaster's own file: pid, directory, start, port, …, eighth: its state. */
const linesOf = (directory: string): string[] =>
  readIfThere(path.join(directory, "postmaster.pid"))?.split("\n") ?? [];

/** Whether a postmaster takes connections. */
export const isReady = (directory: string): boolean => linesOf(directory)[7]?.trim() === "ready";

/** The living postmaster of a directory. */
export function runningPostmaster(directory: string): { pid: number; port: number } | undefined {
  const [pid, , , port] = linesOf(directory).map(Number);
  if (!pid || !port || !isAlive(pid)) return undefined;
  const command = readIfThere(`/proc/${pid}/cmdline`);
  if (command !== undefined && !command.includes("postgres")) return undefined;
  return { pid, port };
}

/** Starts the postmaster on the port; resolves when it takes connections. */
export async function startPostmaster(site: Site, port: number): Promise<void> {
  const { bin, directory, durable } = site;
  forgetUnburied(directory);
  const buffers = ` -c shared_buffers=${durable ? sharedBuffersMb() : MIN_BUFFERS_MB}MB`;
  const flags = durable ? "" : " -F -c synchronous_commit=off -c full_page_writes=off";
  const statistics = hasStatements(bin) ? STATEMENTS : "";
  await run(site, "pg_ctl", [
    "start",
    "-D",
    directory,
    "-l",
    path.join(directory, "server.log"),
    "-w",
    "-t",
    "60",
    "-o",
    `-p ${port}${buffers}${flags}${statistics}`,
  ]);
}

/**
 * A postmaster that was killed and that nobody has buried (a container whose first process does not)
 * would keep the next one from starting. Its file goes only when none of its children is left.
 */
function forgetUnburied(directory: string): void {
  const pid = Number(linesOf(directory)[0] ?? 0);
  if (!pid || isAlive(pid) || !fs.existsSync(`/proc/${pid}`)) return;
  const works = fs.readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return fs.readlinkSync(`/proc/${name}/cwd`) === directory;
    } catch {
      return false;
    }
  });
  if (!works) fs.rmSync(path.join(directory, "postmaster.pid"), { force: true });
}

/** Stops the postmaster, at once when it does not come to an end by itself. */
export async function stopPostmaster(site: Site): Promise<void> {
  const stop = (mode: string) =>
    run(site, "pg_ctl", ["stop", "-D", site.directory, "-m", mode, "-w", "-t", "30"]);
  if (!runningPostmaster(site.directory)) return;
  await stop("fast").catch(async (error) => {
    if (runningPostmaster(site.directory)) await stop("immediate");
    else if (!(error instanceof ClusterError)) throw error;
  });
}

/**
 * Counts what statements cost, for the data monitor. Utility statements stay out: their texts are
 * kept as written, and a password may be among them.
 */
const STATEMENTS =
  " -c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.track_utility=off";

/** A library that is asked for and not there would keep the server from starting. */
const hasStatements = (bin: string): boolean =>
  ["so", "dylib", "dll"].some((suffix) =>
    ["lib/postgresql", "lib"].some((folder) =>
      fs.existsSync(path.join(bin, "..", folder, `pg_stat_statements.${suffix}`)),
    ),
  );

const MIN_BUFFERS_MB = 128;
const MAX_BUFFERS_MB = 2_048;

/**
 * An eighth of the memory there is: half of what PostgreSQL advises where it has a machine to
 * itself. Said at each start, so that it follows the machine.
 */
function sharedBuffersMb(): number {
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const bytes = Math.min(os.totalmem(), constrained);
  return Math.max(MIN_BUFFERS_MB, Math.min(MAX_BUFFERS_MB, Math.floor(bytes / 8 / 2 ** 20)));
}

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new ClusterError("没有空闲端口");
  return address.port;
}
