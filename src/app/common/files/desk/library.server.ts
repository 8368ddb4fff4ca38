import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { and, asc, eq, inArray, lt } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Db } from "#src/db/client.ts";
import { hasCode } from "#src/lib/causes.ts";
import { idOfText } from "#src/lib/id-text.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import {
  type DuplicateOf,
  hiddenText,
  LIBRARY_MAX,
  type LibraryFile,
  MIN_CUT,
  placeText,
} from "#src/lib/upload/library.ts";
import { extensionOf, libraryPurpose, PURPOSES } from "#src/lib/upload/upload-rules.ts";
import { afterCommit } from "#src/server/calls/request-transaction.ts";
import { parseId, plainText } from "#src/server/crud/ids.ts";
import { diskProblem } from "#src/server/files/file-store.ts";
import { EMPTY_FILE, receiveToDisk } from "#src/server/files/receiving.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { removeBytes, storeFile } from "../../upload/service.server.ts";
import { storedFile } from "../../upload/table.server.ts";
import { fileUse } from "../table.server.ts";
import { fileFolder } from "./folders/table.server.ts";
import { libraryFile, lockFiles } from "./rows.server.ts";
import { usesOf } from "./uses.server.ts";

export const FILE_LOG = "图片与文件";

/** Places that a refusal names; there may be hundreds. */
const NAMED_USES = 3;

/**
 * The folder of a body: null for none (0 or nothing said). It stays there until the transaction ends.
 * @throws AppError on the field for one that is not there.
 */
export async function requireFolder(tx: Db, value: unknown): Promise<number | null> {
  if (value === undefined || value === null || ["", "0"].includes(plainText(value))) return null;
  const asked = idOfText(plainText(value));
  if (asked === undefined) throw noFolder();
  const [row] = await tx
    .select({ folderId: fileFolder.id })
    .from(fileFolder)
    .where(eq(fileFolder.id, asked))
    .for("share");
  if (!row) throw noFolder();
  return row.folderId;
}

const NO_FOLDER = "文件夹不存在，请刷新后重选";
const noFolder = () => new AppError(NO_FOLDER, { fields: { folderId: NO_FOLDER } });

/**
 * Stores one file (field `file`) in the library, in the folder of the field `folderId`; what it may be
 * goes by its name (lib/upload-rules). `duplicateOf`: an older file with the same bytes, which the page
 * offers instead.
 */
export async function uploadToLibrary(
  context: Context,
  request: FastifyRequest,
): Promise<{ data: LibraryFile; duplicateOf: DuplicateOf | null }> {
  const { db, env } = context;
  const account = accountOf(request);
  return withTemporary(env.dataDir, async (nameFile) => {
    const { files, fields } = await receiveToDisk(request, nameFile, {
      names: ["file"],
      maxFiles: 1,
      maxMegabytes: (_fields, name) => PURPOSES[libraryPurpose(name)].maxMegabytes,
    });
    const [received] = files;
    if (!received) throw new AppError(EMPTY_FILE);
    const folderId = await requireFolder(db, fields.get("folderId"));
    const stored = await storeFile(context, {
      file: received.file,
      originalName: received.name,
      purpose: libraryPurpose(received.name),
      ownerId: account.userId,
      createBy: account.userName,
      isInLibrary: true,
      folderId: folderId ?? undefined,
    }).catch((error: unknown) => {
      // Drawing takes its time: the folder was removed meanwhile.
      throw hasCode(error, /^23503$/) ? noFolder() : error;
    });
    const [older] = await db
      .select()
      .from(storedFile)
      .where(
        and(
          storedFile.isInLibrary,
          eq(storedFile.sourceSha256, stored.sourceSha256),
          lt(storedFile.id, stored.fileId),
        ),
      )
      .orderBy(asc(storedFile.id))
      .limit(1);
    return {
      data: await libraryFile(db, account, stored.fileId),
      duplicateOf: older
        ? {
            fileId: older.id,
            name: older.originalName,
            url: `/profile/${older.path}`,
            createTime: formatDateTime(older.createdAt),
          }
        : null,
    };
  });
}

/** Cuts a part out of a picture into a new file beside it: the old one stays, it may be in use. */
export async function cutOut(
  context: Context,
  account: Account,
  body: Record<string, unknown>,
): Promise<LibraryFile> {
  const { db, files, env } = context;
  const from = await libraryFile(db, account, parseId(body.fileId));
  if (from.kind !== "picture" || from.width === 0) throw new AppError("只能裁剪图片");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((key) => {
    const text = plainText(body[key]);
    return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  }) as [number, number, number, number];
  const isInside =
    width >= MIN_CUT &&
    height >= MIN_CUT &&
    x >= 0 &&
    y >= 0 &&
    x + width <= from.width &&
    y + height <= from.height;
  if (!isInside) throw new AppError(`裁剪范围应在图片之内，长宽不小于 ${MIN_CUT} 像素`);
  const path = from.url.replace("/profile/", "");
  return withTemporary(env.dataDir, async (nameFile) => {
    const source = nameFile();
    const bytes = await files.read(path);
    if (!bytes) throw new AppError(NOT_FOUND, { code: 404 });
    await pipeline(bytes.stream, createWriteStream(source, { flags: "wx", mode: 0o600 })).catch(
      (error) => {
        throw diskProblem(error);
      },
    );
    const extension = extensionOf(path);
    const name = from.name.slice(0, from.name.lastIndexOf("."));
    const added = `-裁剪.${extension}`;
    const short = Array.from(name)
      .slice(0, LIBRARY_MAX.name - added.length)
      .join("");
    const { fileId } = await storeFile(context, {
      file: source,
      originalName: `${short}${added}`,
      // What was taken once is not too large now.
      purpose: "attachment",
      ownerId: account.userId,
      createBy: account.userName,
      isInLibrary: true,
      folderId: from.folderId ?? undefined,
      alt: from.alt,
      cut: { x, y, width, height },
      cropOf: from.fileId,
    });
    return libraryFile(db, account, fileId);
  });
}

/**
 * Removes files that nothing uses, all or none.
 * @throws AppError that says where one of them is used.
 */
export async function removeFiles(
  { db, files, fileUsers, log }: Context,
  account: Account,
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
  const paths = await db.transaction(async (tx) => {
    const rows = await lockFiles(tx, account, "remove", fileIds);
    const uses = await usesOf(
      tx,
      fileUsers,
      account,
      rows.map((row) => row.path),
    );
    for (const { path, originalName } of rows) {
      const found = uses.get(path);
      if (!found) continue;
      const { uses: places, hidden } = found;
      const named = places.slice(0, NAMED_USES).map(placeText).join("、");
      const rest = places.length > NAMED_USES ? `等 ${places.length} 处` : "";
      const others = hidden > 0 ? [hiddenText(hidden, places.length === 0)] : [];
      const where = [`${named}${rest}`, ...others].filter(Boolean).join("，");
      const which = rows.length > 1 ? `「${originalName}」` : "";
      throw new AppError(`${which}仍被使用：${where}，不能删除`);
    }
    const ids = rows.map((row) => row.id);
    const paths = rows.map((row) => row.path);
    // Those places were read just now: what is written down of them beside that is left over.
    await tx.delete(fileUse).where(
      and(
        inArray(fileUse.path, paths),
        inArray(
          fileUse.subject,
          fileUsers.map(({ subject }) => subject),
        ),
      ),
    );
    await tx.delete(storedFile).where(inArray(storedFile.id, ids));
    return paths;
  });
  for (const path of paths) {
    // The file is gone for everybody; bytes that a store in trouble keeps are only room.
    await afterCommit(() =>
      removeBytes(files, path).catch((error: unknown) =>
        log.error({ err: error, path }, "bytes of a removed file are still there"),
      ),
    );
  }
}
