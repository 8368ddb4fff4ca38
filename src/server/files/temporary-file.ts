import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

/** Beside the stored files: a whole file moves over by its name alone. */
const folderOf = (dataDir: string) => path.join(dataDir, "files", ".incoming");

const TOUCH_MS = 10_000;
/** A file that nobody has touched for so long was left by a process that is gone. */
const ABANDONED_MS = 35_000;

/** Names a file that is not there yet. */
export type NameTemporary = () => string;

/**
 * Gives `use` names for files, and takes the files away afterwards, whatever happened. While `use`
 * runs, sweepTemporary leaves them alone.
 */
export async function withTemporary<T>(
  dataDir: string,
  use: (nameFile: NameTemporary) => Promise<T>,
): Promise<T> {
  const folder = folderOf(dataDir);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const files: string[] = [];
  const touch = setInterval(() => {
    const now = new Date();
    for (const file of files) {
      // Not there yet, or moved to its place: nothing to keep.
      fs.utimes(file, now, now).catch(() => undefined);
    }
  }, TOUCH_MS);
  try {
    return await use(() => {
      const file = path.join(folder, `${randomBytes(16).toString("hex")}.part`);
      files.push(file);
      return file;
    });
  } finally {
    clearInterval(touch);
    for (const file of files) await fs.rm(file, { force: true });
  }
}

/** Removes files of uploads whose process ended; returns how many. */
export async function sweepTemporary(dataDir: string): Promise<number> {
  const folder = folderOf(dataDir);
  let count = 0;
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (!stat || stat.mtimeMs > Date.now() - ABANDONED_MS) continue;
    await fs.rm(file, { force: true });
    count++;
  }
  return count;
}
