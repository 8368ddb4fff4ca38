import { createReadStream, existsSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import readline from "node:readline";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { type FileStore, localStore } from "#src/server/files/file-store.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import { textMark } from "#src/server/secrets/secret-box.ts";
import type { Env } from "#src/server/start/env.ts";
import { operLog, operLogHead } from "./table.server.ts";

// Who can write the database can cut the end of the log off and move its head back: what is left is a
// whole chain. So the end is kept where the database cannot reach, in the file store, which all machines
// of an installation share (docs/decisions/0009-operation-log.md).

/** An end that the chain once had. */
export type Anchor = { operId: number; hash: string };

/**
 * What the objects of this installation are called: no address leads to them, and installations that
 * share a store have names of their own, which nobody can tell from the database.
 */
const ownName = (dataDir: string): string =>
  `audit/oper-log-${textMark(dataDir, "sys_oper_log_end")("").slice(0, 16)}`;

/** `{operId, hash}` of the newest end. */
export const anchorKey = (dataDir: string): string => `${ownName(dataDir)}.json`;

/** The rows of a day such as `2026-11-21`. */
export const dayKey = (dataDir: string, day: string): string =>
  `${ownName(dataDir)}/${day}.jsonl.gz`;

/** Where earlier versions wrote a line a commit; it is read as long as it is there. */
const earlierFile = (dataDir: string): string => path.join(dataDir, "audit", "oper-log.jsonl");

const LINE = /^\{"operId":(\d{1,15}),"hash":"([0-9a-f]{64})"\}$/;

function parseLine(line: string): Anchor | undefined {
  const [, operId, hash] = LINE.exec(line) ?? [];
  return operId && hash ? { operId: Number(operId), hash } : undefined;
}

/** What holds the ends of a log: the store, and what this machine kept before it was used for them. */
export type AnchorPlace = { files: FileStore; env: Pick<Env, "dataDir" | "s3"> };

/** @throws where the store does not answer, or holds something else under the key. */
async function readStored({ files, env }: AnchorPlace): Promise<Anchor | undefined> {
  const key = anchorKey(env.dataDir);
  const bytes = await files.read(key);
  if (!bytes) return undefined;
  const found = parseLine((await text(bytes.stream)).trim());
  if (!found) throw new Error(`${key} in the file store is no end of a log`);
  return found;
}

/** What this machine kept before there was a shared store: the end in its own files. */
const readOwn = async ({ env }: AnchorPlace) =>
  env.s3 ? readStored({ files: localStore(env.dataDir), env }) : undefined;

/** Every end that is known here, those of the file of earlier versions too. */
export async function readAnchors(place: AnchorPlace): Promise<Anchor[]> {
  const anchors = [await readStored(place), await readOwn(place)];
  const file = earlierFile(place.env.dataDir);
  if (existsSync(file)) {
    for await (const line of readline.createInterface({ input: createReadStream(file) })) {
      anchors.push(parseLine(line));
    }
  }
  return anchors.filter((anchor) => anchor !== undefined);
}

/** The last line of the file of earlier versions; one that a crash has cut is no line. */
async function lastEarlier(dataDir: string): Promise<Anchor | undefined> {
  const handle = await fs.open(earlierFile(dataDir)).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES), { position: from });
    const lines = buffer.toString("latin1", 0, bytesRead).split("\n");
    return lines.map(parseLine).findLast(Boolean);
  } finally {
    await handle.close();
  }
}

/** Some lines. */
const TAIL_BYTES = 1_000;

/** The log does not hold an end that it once had. */
export class CutLogError extends Error {
  constructor({ operId }: Anchor) {
    super(`the operation log does not hold its row ${operId} as it was: see npm run audit:verify`);
  }
}

/**
 * Moves the kept end to where the log ends now. It never goes back, and it leaves an end only where the
 * log still holds it: rows that come after a cut do not hide the cut. One process at a time.
 * @returns the end that is kept now.
 * @throws CutLogError, or AppError where the store does not answer; what was kept stays.
 */
export async function keepAnchor(db: Db, place: AnchorPlace): Promise<Anchor | undefined> {
  return db.transaction(async (tx) => {
    await lockInTransaction(tx, "anchor", { limitMs: WAIT_MS });
    const stored = await readStored(place);
    const earlier = [await readOwn(place), await lastEarlier(place.env.dataDir)];
    for (const anchor of [stored, ...earlier]) {
      if (!anchor || (await holds(tx, anchor))) continue;
      // For every machine to see, not only where the file lies that knows it.
      if (anchor.operId > (stored?.operId ?? 0)) await put(place, anchor);
      throw new CutLogError(anchor);
    }
    const [head] = await tx.select().from(operLogHead);
    if (!head || head.lastId <= (stored?.operId ?? 0)) return stored;
    const end = { operId: head.lastId, hash: head.lastHash };
    await put(place, end);
    return end;
  });
}

/** Longer than the store may take to answer another process. */
const WAIT_MS = 15_000;

async function holds(tx: Db, { operId, hash }: Anchor): Promise<boolean> {
  const [row] = await tx
    .select({ hash: operLog.hash })
    .from(operLog)
    .where(eq(operLog.operId, operId));
  return row?.hash === hash;
}

const put = ({ files, env }: AnchorPlace, { operId, hash }: Anchor): Promise<void> =>
  withTemporary(env.dataDir, async (nameFile) => {
    const file = nameFile();
    await fs.writeFile(file, `${JSON.stringify({ operId, hash })}\n`, { mode: 0o600 });
    await files.put(anchorKey(env.dataDir), file);
  });
