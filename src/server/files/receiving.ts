import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { MEGABYTE } from "../../lib/upload/upload-rules.ts";
import { AppError } from "../http/errors.ts";
import { diskProblem } from "./file-store.ts";
import type { NameTemporary } from "./temporary-file.ts";

/** A file part that lies on disk, whole. */
export type ReceivedFile = { name: string; mime: string; file: string };

export const tooLarge = (megabytes: number) =>
  new AppError(`上传的文件大小超出限制的文件大小！<br/>允许的文件最大大小是：${megabytes}MB！`);

export const EMPTY_FILE = "上传的文件为空";
const BAD_FORM = "请求格式有误";

type Wanted = {
  /** Field names of the file parts. */
  names: readonly string[];
  maxFiles: number;
  /** Of one file, by the text fields that stood before it and by its name. */
  maxMegabytes: (fields: ReadonlyMap<string, string>, name: string) => number;
  /** In place of the contract's text for a file too large. */
  tooLarge?: string;
};

/**
 * Writes the file parts of a multipart request to disk as they come, whatever their size in memory
 * would be. Whoever goes away in the middle ends it with an error.
 * @throws AppError for a file too large, a file too many, a full disk, or no multipart at all.
 */
export async function receiveToDisk(
  request: FastifyRequest,
  nameFile: NameTemporary,
  wanted: Wanted,
): Promise<{ files: ReceivedFile[]; fields: Map<string, string> }> {
  if (!request.isMultipart()) throw new AppError(EMPTY_FILE);
  const leave = enter(request.account?.userId ?? 0);
  try {
    return await receive(request, nameFile, wanted);
  } finally {
    leave();
  }
}

/** How many requests of each account are being received by this process. */
const receiving = new Map<number, number>();

/** A part of a file lies on disk for each of them, however slowly the rest comes. */
const AT_ONCE = 8;

function enter(userId: number): () => void {
  const count = receiving.get(userId) ?? 0;
  if (count >= AT_ONCE) throw new AppError("同时上传的文件过多，请等前面的文件传完后再试");
  receiving.set(userId, count + 1);
  return () => {
    const left = (receiving.get(userId) ?? 1) - 1;
    if (left > 0) receiving.set(userId, left);
    else receiving.delete(userId);
  };
}

async function receive(
  request: FastifyRequest,
  nameFile: NameTemporary,
  { names, maxFiles, maxMegabytes, tooLarge: text }: Wanted,
): Promise<{ files: ReceivedFile[]; fields: Map<string, string> }> {
  const files: ReceivedFile[] = [];
  const fields = new Map<string, string>();
  /** Bytes of parts that nobody asked for; all together they may be as large as one file. */
  let unwanted = 0;
  for await (const part of partsOf(request)) {
    if (part.type === "field") {
      fields.set(part.fieldname, String(part.value));
      continue;
    }
    if (!names.includes(part.fieldname)) {
      // A part must be read to its end, wanted or not, before the next one comes.
      const megabytes = maxMegabytes(fields, part.filename ?? "");
      const away = new Writable({
        write(chunk: Buffer, _encoding, done) {
          unwanted += chunk.length;
          done();
        },
      });
      await pipeline(part.file, atMost(megabytes, text, unwanted), away);
      continue;
    }
    if (files.length === maxFiles) throw new AppError(`上传文件数量不能超过 ${maxFiles} 个!`);
    const file = nameFile();
    try {
      await pipeline(
        part.file,
        atMost(maxMegabytes(fields, part.filename ?? ""), text),
        createWriteStream(file, { flags: "wx", mode: 0o600 }),
      );
    } catch (error) {
      throw diskProblem(error);
    }
    files.push({ name: part.filename ?? "", mime: part.mimetype, file });
  }
  return { files, fields };
}

/**
 * The same for a call that takes one file; what comes behind it is refused. `tooLarge`: a text of its
 * own for a file that is.
 * @throws AppError for none, an empty one, and as receiveToDisk does.
 */
export async function receiveOne(
  request: FastifyRequest,
  nameFile: NameTemporary,
  wanted: { name: string; maxMegabytes: number; tooLarge?: string },
): Promise<ReceivedFile> {
  const { files } = await receiveToDisk(request, nameFile, {
    names: [wanted.name],
    maxFiles: 1,
    maxMegabytes: () => wanted.maxMegabytes,
    ...(wanted.tooLarge ? { tooLarge: wanted.tooLarge } : {}),
  });
  const [file] = files;
  if (!file || (await fs.stat(file.file)).size === 0) throw new AppError(EMPTY_FILE);
  return file;
}

/** The parser ends at once, and not in words for a person, where the header names no boundary. */
function partsOf(request: FastifyRequest) {
  if (!/boundary\s*=\s*"?[^\s";]/i.test(request.headers["content-type"] ?? "")) {
    throw new AppError(BAD_FORM);
  }
  return request.parts({
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 10, fields: 20, fieldSize: 4_000 },
  });
}

/**
 * Passes bytes on, and ends with the text, or the contract's, when there are too many; `taken` have
 * come before.
 */
function atMost(megabytes: number, text?: string, taken = 0): Transform {
  let left = megabytes * MEGABYTE - taken;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(text ? new AppError(text) : tooLarge(megabytes));
      else done(undefined, chunk);
    },
  });
}
