import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Env } from "./env.ts";

/** Life of a file that waits to be fetched (wire-contract 0, "Download by name"). */
const LIFE_MS = 10 * 60_000;

/** 128 random bits, then what the person sees; no sign of a path can be in it. */
const NAME = /^[0-9a-f]{32}_([\p{L}\p{N}]{1,60}\.xlsx)$/u;

const folderOf = (env: Env) => path.join(env.dataDir, "downloads");

/**
 * Puts a file where GET /common/download gives it out once; returns the name that is its key.
 * `title` is letters and digits, such as 岗位数据.
 */
export async function offerDownload(env: Env, title: string, bytes: Buffer): Promise<string> {
  const name = `${randomBytes(16).toString("hex")}_${title}.xlsx`;
  const folder = folderOf(env);
  await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
  await dropStale(folder);
  await fs.promises.writeFile(path.join(folder, name), bytes, { flag: "wx", mode: 0o600 });
  setTimeout(() => void dropStale(folder), LIFE_MS + 1_000).unref();
  return name;
}

/**
 * Takes a file out of the folder: the first caller gets it, it is gone for everyone else. undefined
 * for a name that was never given out, is used up or too old.
 */
export async function takeDownload(
  env: Env,
  name: string,
): Promise<{ title: string; bytes: Buffer } | undefined> {
  const title = NAME.exec(name)?.[1];
  if (!title) return undefined;
  const source = path.join(folderOf(env), name);
  const mine = `${source}.${randomBytes(8).toString("hex")}`;
  try {
    // Only one rename can succeed.
    await fs.promises.rename(source, mine);
  } catch {
    return undefined;
  }
  try {
    const { mtimeMs } = await fs.promises.stat(mine);
    if (mtimeMs < Date.now() - LIFE_MS) return undefined;
    return { title, bytes: await fs.promises.readFile(mine) };
  } finally {
    await fs.promises.rm(mine, { force: true });
  }
}

/** Deletes what nobody fetched in time, also what an earlier process left behind. */
async function dropStale(folder: string): Promise<void> {
  const names = await fs.promises.readdir(folder).catch(() => []);
  for (const name of names) {
    const file = path.join(folder, name);
    const stat = await fs.promises.stat(file).catch(() => undefined);
    if (stat && stat.mtimeMs < Date.now() - LIFE_MS) await fs.promises.rm(file, { force: true });
  }
}
