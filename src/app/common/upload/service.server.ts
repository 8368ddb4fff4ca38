import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { and, asc, eq, inArray, notExists, type SQL } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import {
  MEGABYTE,
  PURPOSES,
  type Purpose,
  type PurposeRules,
} from "#src/lib/upload/upload-rules.ts";
import { afterCommit, afterRollback } from "#src/server/calls/request-transaction.ts";
import { diskProblem, type FilePlace, type FileStore } from "#src/server/files/file-store.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import { EMPTY_FILE, receiveToDisk, tooLarge } from "#src/server/files/receiving.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { LogMark } from "#src/server/log/oper-log.ts";
import type { Context } from "#src/server/start/context.ts";
import { fileUse } from "../files/table.server.ts";
import { checkContent, checkName, cleanName } from "./file-check.server.ts";
import { type Cut, redraw, type Size } from "./picture.server.ts";
import { requireRoom } from "./quota.server.ts";
import { storedFile } from "./table.server.ts";
import { widthKeys } from "./widths.server.ts";

/** 5 MB by default (specification 5, wire 0). */
export const MAX_BYTES = PURPOSES.content.maxMegabytes * MEGABYTE;

export type NewFile = {
  originalName: string;
  /** `demo`: rows of the demo society, kept byte for byte. */
  purpose: Purpose | "demo";
  ownerId?: number | undefined;
  /** The owner is no staff: the file counts against a quota. */
  isCounted?: boolean | undefined;
  createBy?: string | undefined;
  /** Shown in the media library, in this folder or none. */
  isInLibrary?: boolean | undefined;
  folderId?: number | undefined;
  alt?: string | undefined;
  /** Of a picture: this part of it alone, and the file it is cut out of. */
  cut?: Cut | undefined;
  cropOf?: number | undefined;
} & (
  | { bytes: Buffer }
  /** A file of this machine; it stays where it is. */
  | { file: string }
);

export type Stored = {
  fileId: number;
  /** `/profile/upload/yyyy/MM/dd/<id>.<ext>`: what the contract calls fileName. Private: the key. */
  fileName: string;
  /** `<id>.<ext>`. */
  newFileName: string;
  originalFilename: string;
  mime: string;
  bytes: number;
  /** Pixels of a picture, else 0. */
  width: number;
  height: number;
  /** As `stored_file.sourceSha256`. */
  sourceSha256: string;
};

const NO_SIZE: Size = { width: 0, height: 0 };

/** A file whose bytes are in the store, and whose row is not there yet. */
export type Drawn = {
  key: string;
  values: typeof storedFile.$inferInsert;
  isCounted: boolean;
  stored: Omit<Stored, "fileId">;
};

/**
 * Checks and stores one file, in the store before its row is there: name, size, extension, content
 * and macros with the texts of wire 1.8; pictures are re-encoded, so that only their
 * pixels stay. Public under /profile/** from then on, unless the purpose is private.
 * @throws AppError with the text for the person.
 */
export async function storeFile(place: FilePlace, given: NewFile): Promise<Stored> {
  const drawn = await drawFile(place, given);
  return keepingBytes(place, [drawn], () => keepFile(place.db, drawn));
}

/**
 * Stores several files, all or none: the bytes of each as `drawAll` asks for it, then all rows at once.
 * What `drawAll` throws, nothing stays of.
 */
export async function storeFiles(
  place: FilePlace,
  drawAll: (draw: (given: NewFile) => Promise<Drawn["stored"]>) => Promise<void>,
): Promise<Stored[]> {
  const drawn: Drawn[] = [];
  return keepingBytes(place, drawn, async () => {
    await drawAll(async (given) => {
      const one = await drawFile(place, given);
      drawn.push(one);
      return one.stored;
    });
    return place.db.transaction(async (tx) => {
      const kept: Stored[] = [];
      for (const each of drawn) kept.push(await keepFile(tx, each));
      return kept;
    });
  });
}

/** Runs what makes the rows of files; the bytes go when it fails, or when its call does not hold. */
async function keepingBytes<T>(
  { files }: Pick<FilePlace, "files">,
  drawn: readonly Drawn[],
  keep: () => Promise<T>,
): Promise<T> {
  const drop = async () => {
    for (const { key } of drawn) await files.remove(key).catch(() => undefined);
  };
  try {
    const kept = await keep();
    afterRollback(drop);
    return kept;
  } catch (error) {
    await drop();
    throw error;
  }
}

/** The short part, in the database. */
async function keepFile(db: Db, { values, isCounted, stored }: Drawn): Promise<Stored> {
  const [row] = await db.transaction(async (tx) => {
    if (isCounted && values.ownerId) await requireRoom(tx, values.ownerId, values.bytes);
    return tx.insert(storedFile).values(values).returning({ fileId: storedFile.id });
  });
  if (!row) throw new Error("no row of the file");
  return { fileId: row.fileId, ...stored };
}

/** The long part: the bytes. No connection of the database is held meanwhile. */
async function drawFile(place: FilePlace, given: NewFile): Promise<Drawn> {
  const name = cleanName(given.originalName);
  const { purpose } = given;
  const rules: PurposeRules = PURPOSES[purpose === "demo" ? "content" : purpose];
  const extension = checkName(name, rules.types);
  return withTemporary(place.env.dataDir, async (nameFile) => {
    const source = "file" in given ? given.file : nameFile();
    if ("bytes" in given) {
      await fs.writeFile(source, given.bytes, { mode: 0o600, flag: "wx" }).catch((error) => {
        throw diskProblem(error);
      });
    }
    const { size } = await fs.stat(source);
    if (size === 0) throw new AppError(EMPTY_FILE);
    if (size > rules.maxMegabytes * MEGABYTE && purpose !== "demo") {
      throw tooLarge(rules.maxMegabytes);
    }
    const kind = await checkContent(name, extension, source);
    const kept = nameFile();
    let pixels = NO_SIZE;
    if (kind.isImage && purpose !== "demo") {
      pixels = await redraw(source, kept, extension, {
        isAvatar: purpose === "avatar",
        cut: given.cut,
      });
    } else {
      // The store takes the file over; the caller keeps the one it gave.
      await fs.copyFile(source, kept).catch((error) => {
        throw diskProblem(error);
      });
    }
    const { size: bytes } = await fs.stat(kept);
    const sha256 = await hashOf(kept);
    // Two parts of one picture are no duplicates.
    const sourceSha256 = given.cut ? sha256 : await hashOf(source);
    const newFileName = `${randomBytes(16).toString("hex")}.${extension}`;
    const top = rules.isPrivate ? "private" : purpose === "avatar" ? "avatar" : "upload";
    const key = `${top}/${formatDay(new Date()).replaceAll("-", "/")}/${newFileName}`;
    await place.files.put(key, kept);
    const { mime } = kind;
    return {
      key,
      isCounted: given.isCounted ?? false,
      values: {
        path: key,
        originalName: name,
        mime,
        bytes,
        sha256,
        sourceSha256,
        purpose,
        ownerId: given.ownerId ?? null,
        createBy: given.createBy ?? "",
        isInLibrary: given.isInLibrary ?? false,
        folderId: given.folderId ?? null,
        alt: given.alt ?? "",
        cropOf: given.cropOf ?? null,
        ...pixels,
      },
      stored: {
        fileName: rules.isPrivate ? key : `/profile/${key}`,
        newFileName,
        originalFilename: name,
        mime,
        bytes,
        sourceSha256,
        ...pixels,
      },
    };
  });
}

/** An upload's row of the operation log: its answer names the files, their bytes are not kept. */
export const UPLOAD_LOG: LogMark = ["文件上传", 1];

/** The five fields of an upload's answer, but for code and msg (wire 2.13). */
export const UPLOADED = {
  url: Type.String(),
  fileName: Type.String(),
  newFileName: Type.String(),
  originalFilename: Type.String(),
};

type Uploaded = { url: string; fileName: string; newFileName: string; originalFilename: string };

type UploadOptions = {
  /** Field names of the file parts. */
  names: readonly string[];
  maxFiles: number;
  /** What the field `purpose` may say beside nothing and `content`. */
  purposes: readonly Purpose[];
};

const NO_PURPOSE = "暂不支持该用途的文件上传";

/**
 * Stores the files of a multipart request of a logged-in person; none is stored when one of them is
 * refused, or when there are too many.
 * @throws AppError with the text for the person.
 */
export async function storeUploads(
  context: Context,
  request: FastifyRequest,
  { names, maxFiles, purposes }: UploadOptions,
): Promise<Uploaded[]> {
  const account = accountOf(request);
  const purposeOf = (fields: ReadonlyMap<string, string>): Purpose => {
    const asked = fields.get("purpose") || "content";
    const found = (["content", ...purposes] as const).find((each) => each === asked);
    if (!found) throw new AppError(NO_PURPOSE);
    const rules: PurposeRules = PURPOSES[found];
    if (rules.isStaffs && !account.isStaff) throw new AppError(NO_PURPOSE);
    return found;
  };
  const widest = Math.max(
    ...["content" as const, ...purposes].map((each) => PURPOSES[each].maxMegabytes),
  );
  const isCounted = !account.isStaff;
  // Before the body is read: what cannot be kept need not come.
  if (isCounted) await requireRoom(context.db, account.userId, 0);
  return withTemporary(context.env.dataDir, async (nameFile) => {
    const { files, fields } = await receiveToDisk(request, nameFile, {
      names,
      maxFiles,
      // A purpose that comes behind its file is looked at once all is there.
      maxMegabytes: (before) =>
        before.has("purpose") ? PURPOSES[purposeOf(before)].maxMegabytes : widest,
    });
    const purpose = purposeOf(fields);
    if (files.length === 0) throw new AppError(EMPTY_FILE);
    const rules: PurposeRules = PURPOSES[purpose];
    // All or none: nobody would learn the addresses of those before the wrong one.
    const stored = await storeFiles(context, async (draw) => {
      for (const { file, name } of files) {
        await draw({
          file,
          originalName: name,
          purpose,
          ownerId: account.userId,
          isCounted,
          createBy: account.userName,
          isInLibrary: account.isStaff && !rules.isPrivate,
        });
      }
    });
    return stored.map(({ fileName, newFileName, originalFilename }) => {
      const address = rules.isPrivate
        ? privateLink(context.env.dataDir, fileName)
        : `/prod-api${fileName}`;
      return { url: `${context.origin}${address}`, fileName, newFileName, originalFilename };
    });
  });
}

/** The same for the single part `file`. */
export async function storeUpload(
  context: Context,
  request: FastifyRequest,
  purposes: readonly Purpose[] = [],
): Promise<Uploaded> {
  const [uploaded] = await storeUploads(context, request, {
    names: ["file"],
    maxFiles: 1,
    purposes,
  });
  if (!uploaded) throw new AppError(EMPTY_FILE);
  return uploaded;
}

/**
 * Removes a stored file by its `/profile/…` address or its private key; one that is not there is no
 * error.
 */
export async function removeFile({ db, files }: Pick<FilePlace, "db" | "files">, fileName: string) {
  const key = fileName.replace(/^\/profile\//, "");
  for (const path of await removeUnused(db, eq(storedFile.path, key))) {
    await afterCommit(() => removeBytes(files, path));
  }
}

/**
 * Removes the rows of files that no place uses, and returns their paths. They are locked before their
 * uses are looked at: whoever puts one into use meanwhile is waited for, and seen.
 */
export const removeUnused = (db: Db, condition: SQL | undefined): Promise<string[]> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: storedFile.id })
      .from(storedFile)
      .where(condition)
      .orderBy(asc(storedFile.id))
      .for("update");
    const ids = rows.map(({ id }) => id);
    const uses = tx
      .select({ path: fileUse.path })
      .from(fileUse)
      .where(eq(fileUse.path, storedFile.path));
    const gone = await tx
      .delete(storedFile)
      .where(and(inArray(storedFile.id, ids), notExists(uses)))
      .returning({ path: storedFile.path });
    return gone.map(({ path }) => path);
  });

/**
 * The bytes of a file whose row is gone, in all its widths.
 * @throws for a key that no upload has: a row of the database must not reach what else is stored.
 */
export async function removeBytes(files: FileStore, key: string): Promise<void> {
  if (!STORED.test(key)) throw new Error(`no upload is stored as ${key}`);
  for (const each of [key, ...widthKeys(key)]) await files.remove(each);
}

/** The key of an upload. */
const STORED = /^(?:upload|avatar|private)\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32}\.[a-z\d]{2,4}$/;

/** The whole of what may follow /profile/; nothing else is looked for. */
const SHOWN = /^(?:upload|avatar)\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32}\.[a-z\d]{2,4}$/;

/** The row of a path below /profile/; undefined when there is none. */
export async function findFile(db: Db, relative: string) {
  if (!SHOWN.test(relative)) return undefined;
  const [row] = await db.select().from(storedFile).where(eq(storedFile.path, relative));
  return row;
}

/** Files of a purpose that an account uploaded itself, of those that are named by their keys. */
export const ownFiles = (db: Db, ownerId: number, purpose: Purpose, keys: readonly string[]) =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .select({ path: storedFile.path })
        .from(storedFile)
        .where(
          and(
            inArray(storedFile.path, [...keys]),
            eq(storedFile.purpose, purpose),
            eq(storedFile.ownerId, ownerId),
          ),
        );

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
