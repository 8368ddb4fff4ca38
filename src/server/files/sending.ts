import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import type { FastifyReply } from "fastify";
import { AppError, NOT_FOUND } from "../http/errors.ts";
import type { Context } from "../start/context.ts";
import { NO_STORE, type StoredBytes } from "./file-store.ts";

/** A picture opens in its place, anything else is saved; neither can run or frame anything. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox";
const YEAR_SECONDS = 31_536_000;

export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

const DAMAGED = "文件不完整，请联系管理员";

export const notThere = (reply: FastifyReply) =>
  reply.code(404).send({ code: 404, msg: NOT_FOUND });

type Facts = { mime: string; name: string; isInline: boolean; cacheControl: string };

/** The header of a file that is saved under a name of any characters (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const plainName = name.replace(/[^\w.-]/g, "_");
  const fullName = encodeURIComponent(name).replace(/['()*]/g, escape);
  return `attachment; filename="${plainName}"; filename*=UTF-8''${fullName}`;
}

/** Sends bytes with the headers that every file of ours has. */
export function sendBytes(
  reply: FastifyReply,
  { size, stream }: StoredBytes,
  { mime, name, isInline, cacheControl }: Facts,
) {
  return reply
    .headers({
      "content-type": mime,
      "content-length": size,
      "content-disposition": isInline ? "inline" : attachment(name),
      "content-security-policy": FILE_POLICY,
      "cache-control": cacheControl,
    })
    .send(stream);
}

/** Of `stored_file`: what was stored, and under which name. */
type Row = { path: string; mime: string; originalName: string; bytes: number; sha256: string };

/**
 * Sends a stored file as its row says. A file whose size is not the row's is not sent; one whose
 * bytes are others is cut off before its end, so that nobody takes it for whole.
 */
export async function sendStored(
  { files, log }: Pick<Context, "files" | "log">,
  reply: FastifyReply,
  row: Row,
  facts: Omit<Facts, "mime" | "name">,
) {
  let bytes: StoredBytes | undefined;
  try {
    bytes = await files.read(row.path);
  } catch (error) {
    log.error({ err: error, path: row.path }, "file store does not answer");
    return reply.code(503).header("retry-after", "5").send({ code: 503, msg: NO_STORE });
  }
  if (!bytes) return notThere(reply);
  if (bytes.size !== row.bytes) {
    bytes.stream.destroy();
    log.error({ path: row.path, bytes: row.bytes, size: bytes.size }, "stored file is cut short");
    return reply.code(500).send({ code: 500, msg: DAMAGED });
  }
  const checked = checking(row.sha256, () => {
    log.error({ path: row.path }, "stored file is not what was stored");
    // A small file has not begun to go: the refusal goes in its place, and is nobody's to keep.
    if (!reply.raw.headersSent) {
      reply.headers({ "cache-control": "no-store", "content-disposition": "inline" });
    }
  });
  bytes.stream.on("error", (error) => checked.destroy(error));
  checked.on("close", () => bytes.stream.destroy());
  return sendBytes(
    reply,
    { size: bytes.size, stream: bytes.stream.pipe(checked) },
    { ...facts, mime: row.mime, name: row.originalName },
  );
}

/** Holds the last piece back until the hash of all is right. */
function checking(sha256: string, onWrong: () => void): Transform {
  const hash = createHash("sha256");
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      const before = held;
      held = chunk;
      done(undefined, before);
    },
    flush(done) {
      if (hash.digest("hex") === sha256) return done(undefined, held);
      onWrong();
      done(new AppError(DAMAGED));
    },
  });
}
