import fs from "node:fs/promises";
import { hasCode } from "../../lib/causes.ts";

/** The answer to a person whose work could not be kept. */
export const DISK_FULL =
  "磁盘空间已满，内容没有保存。请先把内容另存一份，并联系管理员清理磁盘后重试";

/** disk_full of PostgreSQL; no space, and a used-up quota, of the file system. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** Whether there was no room for a write. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, FULL);

/** How long one refused write speaks for the disk: the database's may be on another machine. */
const REMEMBERED_MS = 60_000;
/** With less than this a start of the next file fails. */
const LEAST_BYTES = 8 * 1024 * 1024;

let refusedAt = Number.NEGATIVE_INFINITY;

/** A write of this process found no room. */
export function noteDiskFull(): void {
  refusedAt = performance.now();
}

/** Whether writes find room: none was refused for a minute, and the data directory has some left. */
export async function hasRoom(dataDir: string): Promise<boolean> {
  if (performance.now() - refusedAt < REMEMBERED_MS) return false;
  const { bavail, bsize } = await fs
    .statfs(dataDir)
    .catch(() => ({ bavail: 1, bsize: LEAST_BYTES }));
  return bavail * bsize >= LEAST_BYTES;
}
