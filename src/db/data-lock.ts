import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

// DATA_DIR/lock: who uses the directory. A pid is given out again after a crash or a reboot, so the
// process is known by the moment it was born as well.

type Mark = { pid: number; born?: string | undefined; ready?: boolean };

/** The lock of a directory that this process uses. */
export type DataLock = {
  /** Says that the database is there for commands beside the server. */
  setReady(): void;
  release(): void;
};

const fileOf = (dataDir: string): string => path.join(dataDir, "lock");

/** The other process that uses the directory, while it lives. */
export function lockOwner(dataDir: string): { pid: number; isReady: boolean } | undefined {
  const mark = read(fileOf(dataDir));
  if (!mark || mark.pid === process.pid || !isSame(mark)) return undefined;
  return { pid: mark.pid, isReady: mark.ready ?? true };
}

/**
 * Takes the lock; one whose process is gone is taken over.
 * @returns the lock, or the pid of the living process that has it.
 */
export function takeDataLock(dataDir: string): DataLock | number {
  const file = fileOf(dataDir);
  const mark: Mark = { pid: process.pid, born: birthOf(process.pid), ready: false };
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      fs.writeFileSync(file, JSON.stringify(mark), { flag: "wx", mode: 0o600 });
      return {
        setReady: () => fs.writeFileSync(file, JSON.stringify({ ...mark, ready: true })),
        release: () => fs.rmSync(file, { force: true }),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const owner = lockOwner(dataDir);
      if (owner) return owner.pid;
      setAside(file);
    }
  }
  return lockOwner(dataDir)?.pid ?? 0;
}

/** Two starts may find the same dead lock: the one that comes second puts a living one back. */
function setAside(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
    const mark = read(aside);
    if (mark && mark.pid !== process.pid && isSame(mark)) fs.linkSync(aside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

function read(file: string): Mark | undefined {
  if (!fs.existsSync(file)) return undefined;
  const text = fs.readFileSync(file, "utf8");
  try {
    // A bare number is the lock of an earlier version.
    const mark = JSON.parse(text) as Mark | number;
    return typeof mark === "number" ? { pid: mark } : mark;
  } catch {
    return undefined;
  }
}

/** Whether the process that left the mark is the one that has its pid now. */
function isSame({ pid, born }: Mark): boolean {
  if (!isAlive(pid)) return false;
  const now = birthOf(pid);
  if (born !== undefined && now !== undefined) return born === now;
  // Nothing tells them apart but the command: only a Node process can be our twin.
  const command = readIfThere(`/proc/${pid}/cmdline`);
  return command === undefined || command.includes("node");
}

/** Whether the process runs, under any user; one that is dead and not yet reaped does not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const state = statOf(pid)?.[0];
  return state !== "Z" && state !== "X";
}

/** The moment a process began, in words that no other process of its pid has; undefined: unknown. */
function birthOf(pid: number): string | undefined {
  const ticks = statOf(pid)?.[START_FIELD];
  if (ticks) return `${readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? ""}:${ticks}`;
  if (process.platform === "linux" || process.platform === "win32") return undefined;
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.trim() || undefined;
}

/** `starttime` of proc(5), counted from the state, which follows the name in brackets. */
const START_FIELD = 19;

function statOf(pid: number): string[] | undefined {
  const text = readIfThere(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** The text of a file; undefined where it is not, or is gone by now. */
export function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
