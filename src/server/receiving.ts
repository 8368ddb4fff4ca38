import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { MEGABYTE } from "../lib/upload-rules.ts";
import { AppError } from "./errors.ts";
import { diskProblem } from "./file-store.ts";
import type { NameTemporary } from "./temporary-file.ts";

/** A file part that lies on disk, whole. */
export type ReceivedFile = { name: string; mime: string; file: string };

export const tooLarge = (megabytes: number) =>
  new AppError(`上传的文件大小超出限制的文件大小！<br/>允许的文件最大大小是：${megabytes}MB！`);

export const EMPTY_FILE = "上传的文件为空";

type Wanted = {
  /** Field names of the file parts. */
  names: readonly string[];
  maxFiles: number;
  /** Of one file, by the text fields that stood before it and by its name. */
  maxMegabytes: (fields: ReadonlyMap<string, string>, name: string) => number;
};

/**
 * Writes the file parts of a multipart request to disk as they come, whatever their size in memory
 * would be. Whoever goes away in the middle ends it with an error.
 * @throws AppError for a file too large, a file too many, a full disk, or no multipart at all.
 */
export async function receiveToDisk(
  request: FastifyRequest,
  nameFile: NameTemporary,
  { names, maxFiles, maxMegabytes }: Wanted,
): Promise<{ files: ReceivedFile[]; fields: Map<string, string> }> {
  if (!request.isMultipart()) throw new AppError(EMPTY_FILE);
  const files: ReceivedFile[] = [];
  const fields = new Map<string, string>();
  const parts = request.parts({
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 10, fields: 20, fieldSize: 1_000 },
  });
  for await (const part of parts) {
    if (part.type === "field") {
      fields.set(part.fieldname, String(part.value));
      continue;
    }
    if (!names.includes(part.fieldname)) {
      // A part must be read to its end, wanted or not, before the next one comes.
      part.file.resume();
      continue;
    }
    if (files.length === maxFiles) throw new AppError(`上传文件数量不能超过 ${maxFiles} 个!`);
    const file = nameFile();
    try {
      await pipeline(
        part.file,
        atMost(maxMegabytes(fields, part.filename ?? "")),
        createWriteStream(file, { flags: "wx", mode: 0o600 }),
      );
    } catch (error) {
      throw diskProblem(error);
    }
    files.push({ name: part.filename ?? "", mime: part.mimetype, file });
  }
  return { files, fields };
}

/** Passes bytes on, and ends with the contract's text when there are too many. */
function atMost(megabytes: number): Transform {
  let left = megabytes * MEGABYTE;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(tooLarge(megabytes));
      else done(undefined, chunk);
    },
  });
}
