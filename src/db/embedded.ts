import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ClusterError } from "./cluster-error.ts";
import { DATABASE, PROGRAM_ROLE, prepareRoles } from "./cluster-roles.ts";
import { type DataLock, isAlive, lockOwner, readIfThere, takeDataLock } from "./data-lock.ts";
import { binaries, clusterHome, homeElsewhere, postgresOwner, reachable } from "./postgres-home.ts";
import {
  freePort,
  initialise,
  isReady,
  runningPostmaster,
  type Site,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";

/** A running PostgreSQL that this program owns. */
export type EmbeddedCluster = {
  /** As the program's own role, which owns the database. */
  url: string;
  /** As the superuser: for statements that no request may run. */
  adminUrl: string;
  directory: string;
  /** Starts the server again whenever it has ended by itself; `onGone` when that does not help. */
  watch(onGone: (error: ClusterError) => void): void;
  stop(): Promise<void>;
};

type Options = {
  /** Directory that holds lock, passwords and, where reachable, the cluster itself. */
  dataDir: string;
  /** false for throw-away test clusters: no fsync. */
  durable?: boolean;
  /** Gives up a start; a cluster that runs by then is stopped. */
  signal?: AbortSignal;
};

/**
 * Creates (first time) and starts the PostgreSQL that comes from npm, on 127.0.0.1 with random
 * passwords. PostgreSQL refuses to run as root: there it runs as the user `postgres`, and where that
 * user cannot reach dataDir or node_modules, cluster and binaries live under /var/lib/xuehui.
 * A postmaster that outlived a killed program is adopted.
 * @throws ClusterError when the directory is in use or a step of PostgreSQL fails.
 */
export async function startEmbedded({
  dataDir,
  durable = true,
  signal,
}: Options): Promise<EmbeddedCluster> {
  makeDirectory(dataDir);
  const lock = takeLock(dataDir);
  let site: Site | undefined;
  try {
    const owner = postgresOwner();
    const home = reachable(owner, dataDir) ? dataDir : homeElsewhere(dataDir);
    if (home !== dataDir) {
      fs.mkdirSync(home, { recursive: true, mode: 0o755 });
      console.log(`PostgreSQL 用户无法进入 ${dataDir}，数据库放在 ${home}`);
    }
    const directory = path.join(home, "postgres");
    site = { bin: binaries(owner), directory, owner, durable };
    const passwordFile = path.join(dataDir, ADMIN_PASSWORD);
    if (!fs.existsSync(path.join(directory, "PG_VERSION"))) {
      await initialise(site, passwordFile, signal);
    }
    signal?.throwIfAborted();
    const port = runningPostmaster(directory)?.port ?? (await startOn(site, await freePort()));
    signal?.throwIfAborted();
    const adminUrl = addressOf("postgres", fs.readFileSync(passwordFile, "utf8").trim(), port);
    const password = await prepareRoles(adminUrl, path.join(dataDir, PROGRAM_PASSWORD));
    signal?.throwIfAborted();
    lock.setReady();
    return clusterOf(site, lock, port, addressOf(PROGRAM_ROLE, password, port), adminUrl);
  } catch (error) {
    if (site) await stopPostmaster(site);
    lock.release();
    throw error;
  }
}

const ADMIN_PASSWORD = "postgres.password";
const PROGRAM_PASSWORD = "database.password";

async function startOn(site: Site, port: number): Promise<number> {
  await startPostmaster(site, port).catch(async (error) => {
    // After a crash it may have more to repair than pg_ctl has patience for.
    if (!runningPostmaster(site.directory)) throw error;
    console.log("数据库正在恢复上次未写完的内容，请稍候…");
    while (!isReady(site.directory)) {
      if (!runningPostmaster(site.directory)) throw error;
      await delay(LOOK_MS);
    }
  });
  return port;
}

function makeDirectory(directory: string): void {
  try {
    fs.mkdirSync(directory, { recursive: true });
    fs.accessSync(directory, fs.constants.W_OK);
  } catch {
    throw new ClusterError(`数据目录无法写入：${directory}`);
  }
}

function takeLock(dataDir: string): DataLock {
  const lock = takeDataLock(dataDir);
  if (typeof lock === "number") {
    throw new ClusterError(`数据目录正被另一个进程使用（pid ${lock}）：${dataDir}`);
  }
  return lock;
}

const addressOf = (role: string, password: string, port: number): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${DATABASE}`;

/** How often the owner looks whether its postmaster lives. */
const LOOK_MS = 200;
/** How long it tries to bring back one that does not even begin. */
const REVIVE_MS = 20_000;

function clusterOf(
  site: Site,
  lock: DataLock,
  port: number,
  url: string,
  adminUrl: string,
): EmbeddedCluster {
  let isStopping = false;
  let watching: Promise<void> | undefined;
  const watch = async (onGone: (error: ClusterError) => void) => {
    let pid = runningPostmaster(site.directory)?.pid ?? 0;
    for (; !isStopping; await delay(LOOK_MS)) {
      if (isAlive(pid)) continue;
      console.error("内置 PostgreSQL 意外退出，正在重新启动");
      if (!(await revive(site, port, () => isStopping))) {
        if (!isStopping) onGone(new ClusterError(goneText(site.directory)));
        return;
      }
      pid = runningPostmaster(site.directory)?.pid ?? 0;
      console.error("内置 PostgreSQL 已恢复");
    }
  };
  return {
    url,
    adminUrl,
    directory: site.directory,
    watch: (onGone) => {
      watching ??= watch(onGone);
    },
    stop: async () => {
      isStopping = true;
      await watching;
      await stopPostmaster(site);
      lock.release();
    },
  };
}

const goneText = (directory: string) =>
  `内置 PostgreSQL 意外退出，多次重新启动都没有成功，详情见 ${path.join(directory, "server.log")}`;

/** Children of a killed postmaster may live a moment longer than it: then the first try is too early. */
async function revive(site: Site, port: number, isStopping: () => boolean): Promise<boolean> {
  for (const began = Date.now(); Date.now() - began < REVIVE_MS && !isStopping(); ) {
    try {
      await startOn(site, port);
      return true;
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      await delay(LOOK_MS);
    }
  }
  return false;
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
    const owner = lockOwner(dataDir);
    if (!owner) return undefined;
    const directory = path.join(clusterHome(dataDir), "postgres");
    const running = owner.isReady && isReady(directory) ? runningPostmaster(directory) : undefined;
    const password = readIfThere(path.join(dataDir, PROGRAM_PASSWORD))?.trim();
    if (running && password) return addressOf(PROGRAM_ROLE, password, running.port);
  }
  return undefined;
}
