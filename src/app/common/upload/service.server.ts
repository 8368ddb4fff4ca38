import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import sharp from "sharp";
import { Type } from "typebox";
import type { Db } from "../../../db/client.ts";
import { formatDay } from "../../../lib/dates.ts";
import { accountOf } from "../../../server/access.ts";
import type { Context } from "../../../server/context.ts";
import type { Env } from "../../../server/env.ts";
import { AppError } from "../../../server/errors.ts";
import type { LogMark } from "../../../server/oper-log.ts";
import { AVATAR_EXTENSIONS, CONTENT_EXTENSIONS, isTrueTo, kindOf } from "./file-kind.server.ts";
import { storedFile } from "./table.server.ts";

/** 5 MB by default (specification 5, wire-contract 0). */
export const MAX_BYTES = 5 * 1024 * 1024;

/** security.md 4.3: all frames of a moving picture together. */
const MAX_PIXELS = 40_000_000;
const AVATAR_SIDE = 512;
const MAX_NAME = 100;

const TOO_LARGE = "上传的文件大小超出限制的文件大小！<br/>允许的文件最大大小是：5MB！";
export const EMPTY_FILE = "上传的文件为空";

/** content: what people upload; avatar; demo: rows of the demo society, kept byte for byte. */
type Purpose = "content" | "avatar" | "demo";

export type NewFile = {
  bytes: Buffer;
  originalName: string;
  purpose: Purpose;
  ownerId?: number | undefined;
};

export type Stored = {
  /** `/profile/upload/yyyy/MM/dd/<id>.<ext>`: what the contract calls fileName. */
  fileName: string;
  /** `<id>.<ext>`. */
  newFileName: string;
  originalFilename: string;
  mime: string;
  bytes: number;
};

/**
 * Checks and stores one file, on disk before its row is there: name, size, extension and content
 * with the texts of wire-contract 1.8; pictures are drawn anew, so that nothing but their pixels
 * stays. Files are public under /profile/** from then on.
 * @throws AppError with the text for the person.
 */
export async function storeFile(
  db: Db,
  env: Pick<Env, "dataDir">,
  { bytes, originalName, purpose, ownerId }: NewFile,
): Promise<Stored> {
  const name = cleanName(originalName);
  const extension = checkName(name, purpose);
  if (bytes.length === 0) throw new AppError(EMPTY_FILE);
  if (bytes.length > MAX_BYTES && purpose !== "demo") throw new AppError(TOO_LARGE);
  const kind = kindOf(extension);
  if (!kind || !(await isTrueTo(extension, bytes))) {
    throw new AppError(`文件[${name}]的内容与后缀[${extension}]不符，请选择真实的${extension}文件`);
  }
  const kept = kind.isImage && purpose !== "demo" ? await redraw(bytes, extension, purpose) : bytes;

  const newFileName = `${randomBytes(16).toString("hex")}.${extension}`;
  const top = purpose === "avatar" ? "avatar" : "upload";
  const relative = `${top}/${formatDay(new Date()).replaceAll("-", "/")}/${newFileName}`;
  const target = diskPath(env, relative);
  await writeWhole(target, kept);
  try {
    await db.insert(storedFile).values({
      path: relative,
      originalName: name,
      mime: kind.mime,
      bytes: kept.length,
      sha256: createHash("sha256").update(kept).digest("hex"),
      purpose,
      ownerId: ownerId ?? null,
    });
  } catch (error) {
    await fs.rm(target, { force: true });
    throw error;
  }
  return {
    fileName: `/profile/${relative}`,
    newFileName,
    originalFilename: name,
    mime: kind.mime,
    bytes: kept.length,
  };
}

export type Received = { name: string; mime: string; bytes: Buffer };

/**
 * Reads a multipart request: the file parts with one of these field names, and the text fields.
 * @throws AppError when a file is larger than 5 MB, or the request is no multipart.
 */
export async function receiveFiles(
  request: FastifyRequest,
  names: readonly string[],
): Promise<{ files: Received[]; fields: Map<string, string> }> {
  if (!request.isMultipart()) throw new AppError(EMPTY_FILE);
  const files: Received[] = [];
  const fields = new Map<string, string>();
  const parts = request.parts({
    limits: { fileSize: MAX_BYTES, files: 10, fields: 20, fieldSize: 1_000, parts: 30 },
  });
  for await (const part of parts) {
    if (part.type === "field") {
      fields.set(part.fieldname, String(part.value));
      continue;
    }
    // A part must be read to its end, wanted or not, before the next one comes.
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk as Buffer);
    // The parser cuts a large file at the limit and goes on as if it were whole.
    if (part.file.truncated) throw new AppError(TOO_LARGE);
    if (names.includes(part.fieldname)) {
      files.push({ name: part.filename, mime: part.mimetype, bytes: Buffer.concat(chunks) });
    }
  }
  return { files, fields };
}

/** An upload's row of the operation log: its answer names the files, their bytes are not kept. */
export const UPLOAD_LOG: LogMark = ["文件上传", 1];

/** The five fields of an upload's answer, but for code and msg (wire-contract 2.13). */
export const UPLOADED = {
  url: Type.String(),
  fileName: Type.String(),
  newFileName: Type.String(),
  originalFilename: Type.String(),
};

type Uploaded = { url: string; fileName: string; newFileName: string; originalFilename: string };

/**
 * Stores the files of a multipart request of a logged-in person, at most `limit` of them; none is
 * stored when there are more.
 * @throws AppError with the text for the person.
 */
export async function storeUploads(
  context: Context,
  request: FastifyRequest,
  names: readonly string[],
  limit: number,
): Promise<Uploaded[]> {
  const ownerId = accountOf(request).userId;
  const { files, fields } = await receiveFiles(request, names);
  // Private purposes (vouchers, licences …) have stores of their own, never under /profile.
  if ((fields.get("purpose") || "content") !== "content") {
    throw new AppError("暂不支持该用途的文件上传");
  }
  if (files.length === 0) throw new AppError(EMPTY_FILE);
  if (files.length > limit) throw new AppError(`上传文件数量不能超过 ${limit} 个!`);
  const uploaded: Uploaded[] = [];
  try {
    for (const { bytes, name } of files) {
      const { fileName, newFileName, originalFilename } = await storeFile(context.db, context.env, {
        bytes,
        originalName: name,
        purpose: "content",
        ownerId,
      });
      const url = `${context.origin}/prod-api${fileName}`;
      uploaded.push({ url, fileName, newFileName, originalFilename });
    }
  } catch (error) {
    // All or none: nobody would learn the addresses of those before the wrong one.
    for (const { fileName } of uploaded) await removeFile(context.db, context.env, fileName);
    throw error;
  }
  return uploaded;
}

/** The same for the single part `file`. */
export async function storeUpload(context: Context, request: FastifyRequest): Promise<Uploaded> {
  const [uploaded] = await storeUploads(context, request, ["file"], 1);
  if (!uploaded) throw new AppError(EMPTY_FILE);
  return uploaded;
}

/** Removes a stored file by its `/profile/…` address; one that is not there is no error. */
export async function removeFile(db: Db, env: Pick<Env, "dataDir">, fileName: string) {
  const relative = fileName.replace(/^\/profile\//, "");
  const gone = await db
    .delete(storedFile)
    .where(eq(storedFile.path, relative))
    .returning({ path: storedFile.path });
  if (gone[0]) await fs.rm(diskPath(env, gone[0].path), { force: true });
}

/** The whole of what may follow /profile/; nothing else is looked for. */
const SHOWN = /^(?:upload|avatar)\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32}\.[a-z\d]{2,4}$/;

/** The row of a path below /profile/ and where its bytes lie; undefined when there is none. */
export async function findFile(db: Db, env: Pick<Env, "dataDir">, relative: string) {
  if (!SHOWN.test(relative)) return undefined;
  const [row] = await db.select().from(storedFile).where(eq(storedFile.path, relative));
  return row && { ...row, disk: diskPath(env, row.path) };
}

const diskPath = (env: Pick<Env, "dataDir">, relative: string) =>
  path.join(env.dataDir, "files", ...relative.split("/"));

/** Without directories and without characters that are not seen (a right-to-left mark hides .exe). */
const cleanName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? "").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();

/** Checks a name and returns its extension in lower case. */
function checkName(name: string, purpose: Purpose): string {
  if (Array.from(name).length > MAX_NAME) throw new AppError("上传的文件名最长100个字符");
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
  const allowed = purpose === "avatar" ? AVATAR_EXTENSIONS : CONTENT_EXTENSIONS;
  if (!allowed.includes(extension)) {
    const list = allowed.join(", ");
    throw new AppError(`文件[${name}]后缀[${extension}]不正确，请上传[${list}]格式`);
  }
  return extension;
}

/** Decodes and encodes a picture again: no EXIF, no position, nothing behind the pixels. */
async function redraw(bytes: Buffer, extension: string, purpose: Purpose): Promise<Buffer> {
  const isMoving = extension === "gif" && purpose !== "avatar";
  try {
    const picture = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: "error",
      ...(isMoving ? { animated: true } : {}),
    }).timeout({ seconds: 20 });
    if (!isMoving) picture.autoOrient();
    if (purpose === "avatar") {
      picture.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "cover", withoutEnlargement: true });
    }
    if (extension === "png") return await picture.png({ compressionLevel: 8 }).toBuffer();
    if (extension === "gif") return await picture.gif().toBuffer();
    return await picture.jpeg({ quality: 88 }).toBuffer();
  } catch (error) {
    throw new AppError("图片无法识别或尺寸过大，请换一张图片", { detail: String(error) });
  }
}

/** Written beside, flushed, renamed: under its name a file is whole or not there. */
async function writeWhole(target: string, bytes: Buffer): Promise<void> {
  await fs.mkdir(path.dirname(target), { recursive: true });
  const temporary = `${target}.${randomBytes(4).toString("hex")}.part`;
  try {
    await fs.writeFile(temporary, bytes, { mode: 0o600, flush: true, flag: "wx" });
    await fs.rename(temporary, target);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}
