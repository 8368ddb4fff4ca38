import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterRollback } from "../calls/request-transaction.ts";
import type { FilePlace, StoredBytes } from "./file-store.ts";

// A file that an export has offered waits in the file store, its name in the database: whichever machine
// made it, any other can hand it out, and only one does.

/** Life of a file that waits to be fetched (wire 0, "Download by name"). */
const LIFE_MINUTES = 10;

/** 128 random bits, then the name that the person sees; no sign of a path can be in it. */
const NAME = /^([0-9a-f]{32})_([\p{L}\p{N}]{1,60}\.xlsx)$/u;

const keyOf = (id: string) => `download/${id}.xlsx`;

type Place = Pick<FilePlace, "db" | "files">;

/**
 * Puts a file where GET /common/download gives it out once, and takes it over; returns the name that is
 * its key. `title` is letters and digits, such as 岗位数据.
 */
export async function offerDownload(
  { db, files }: Place,
  title: string,
  file: string,
): Promise<string> {
  const id = randomBytes(16).toString("hex");
  await files.put(keyOf(id), file);
  await db.execute(sql`insert into offered_download (id) values (${id})`);
  afterRollback(() => files.remove(keyOf(id)));
  return `${id}_${title}.xlsx`;
}

/**
 * Takes a file that was offered: the first caller gets it, it is gone for everyone else. undefined for a
 * name that was never given out, is used up or too old.
 */
export async function takeDownload(
  { db, files }: Place,
  name: string,
): Promise<{ title: string; bytes: StoredBytes } | undefined> {
  const [, id, title] = NAME.exec(name) ?? [];
  if (!id || !title) return undefined;
  const taken = await db.execute(sql`
    update offered_download set taken_at = now()
    where id = ${id} and taken_at is null
      and created_at > now() - make_interval(mins => ${LIFE_MINUTES}) returning id`);
  if (taken.rowCount === 0) return undefined;
  const bytes = await files.read(keyOf(id));
  if (!bytes) return undefined;
  bytes.stream.once("close", () => void files.remove(keyOf(id)).catch(() => undefined));
  return { title, bytes };
}

/** Removes files that nobody fetched in time, and rests of fetched ones. */
export async function dropOffers({ db, files }: Place): Promise<void> {
  const gone = await db.execute<{ id: string }>(sql`
    select id from offered_download
    where created_at < now() - make_interval(mins => ${2 * LIFE_MINUTES})`);
  for (const { id } of gone.rows) {
    // The bytes first: the next sweep repeats a removal that fails here.
    await files.remove(keyOf(id));
    await db.execute(sql`delete from offered_download where id = ${id}`);
  }
}
