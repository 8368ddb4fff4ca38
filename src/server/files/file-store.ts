import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Db } from "../../db/client.ts";
import { AppError } from "../http/errors.ts";
import type { Env } from "../start/env.ts";

/** Bytes on their way out; the taker of the stream reads or destroys it. */
export type StoredBytes = { size: number; stream: Readable };

/**
 * Where the bytes of files lie. A key is a path of plain segments such as
 * `upload/2026/11/20/<32 hex digits>.png`; what it may be is checked before it comes here.
 */
export type FileStore = {
  /**
   * Takes over a file of this machine (it is gone afterwards, kept or not). Under its key a file is
   * whole or not there. @throws AppError with the text for the person.
   */
  put(key: string, file: string): Promise<void>;
  /** undefined: there is none. @throws AppError where the store does not answer. */
  read(key: string): Promise<StoredBytes | undefined>;
  has(key: string): Promise<boolean>;
  /** One that is not there is no error. */
  remove(key: string): Promise<void>;
};

/** The store of files: a whole Context will do, or a seed's part of one. */
export type FilePlace = { db: Db; files: FileStore; env: Pick<Env, "dataDir"> };

export const NO_SPACE = "文件存储空间不足，请联系管理员";
export const NO_STORE = "文件存储服务暂时不可用，请稍后再试";

/** An error of the disk as a person reads it; one that says nothing about space is passed on. */
export function diskProblem(error: unknown): unknown {
  const { code } = error as { code?: string };
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  return isFull ? new AppError(NO_SPACE, { detail: String(error) }) : error;
}

const isMissing = (error: unknown) => {
  const { code } = error as { code?: string };
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
};

/** Files below DATA_DIR/files: written beside, flushed, renamed. */
export function localStore(dataDir: string): FileStore {
  const place = (key: string) => path.join(dataDir, "files", ...key.split("/"));
  return {
    async put(key, file) {
      const target = place(key);
      try {
        await fs.mkdir(path.dirname(target), { recursive: true });
        await flush(file);
        await fs.rename(file, target);
        await flush(path.dirname(target));
      } catch (error) {
        await fs.rm(file, { force: true });
        throw diskProblem(error);
      }
    },
    async read(key) {
      try {
        const stat = await fs.lstat(place(key));
        // A link out of the store, laid there by hand, is not shown.
        if (!stat.isFile()) return undefined;
        return { size: stat.size, stream: createReadStream(place(key)) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    has: (key) =>
      fs.lstat(place(key)).then(
        (stat) => stat.isFile(),
        () => false,
      ),
    remove: (key) => fs.rm(place(key), { force: true }),
  };
}

/** Until this is done, a cut of the power may take the bytes, or the name, away again. */
async function flush(file: string): Promise<void> {
  const handle = await fs.open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
