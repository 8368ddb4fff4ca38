import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { AppError } from "../http/errors.ts";
import type { S3Env } from "../start/env.ts";
import { type FileStore, NO_STORE } from "./file-store.ts";

/** An upload answers within 5 s where the service is gone or hangs (security 4.2). */
const CONNECT_MS = 1_500;
/** Without a byte in either direction. */
const SILENT_MS = 3_000;

const nothing = () => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Files in a bucket. Nothing is tried again here: the person is told within seconds. */
export function s3Store({ endpoint, bucket, key, secret, region }: S3Env): FileStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // Services other than Amazon's know no bucket in the host's name.
    forcePathStyle: true,
    // The client reports by errors; nobody reads the console.
    logger: SILENT,
    maxAttempts: 1,
    // Content-MD5 says the same and every service understands it.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      requestTimeout: 0,
    },
  });
  const object = (name: string) => ({ Bucket: bucket, Key: name });

  return {
    async put(name, file) {
      try {
        const { size } = await fs.stat(file);
        const md5 = createHash("md5");
        await pipeline(createReadStream(file), md5);
        const stream = createReadStream(file);
        try {
          await client.send(
            new PutObjectCommand({
              ...object(name),
              Body: stream,
              ContentLength: size,
              ContentMD5: md5.digest("base64"),
            }),
          );
        } finally {
          stream.destroy();
        }
      } catch (error) {
        throw unavailable(error);
      } finally {
        await fs.rm(file, { force: true });
      }
    },
    async read(name) {
      try {
        const answer = await client.send(new GetObjectCommand(object(name)));
        if (!(answer.Body instanceof Readable)) throw new Error("an object without a body");
        return { size: answer.ContentLength ?? -1, stream: answer.Body };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw unavailable(error);
      }
    },
    async has(name) {
      try {
        await client.send(new HeadObjectCommand(object(name)));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw unavailable(error);
      }
    },
    async remove(name) {
      try {
        await client.send(new DeleteObjectCommand(object(name)));
      } catch (error) {
        if (!isMissing(error)) throw unavailable(error);
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  const { name } = error as { name?: string };
  // A missing bucket is a mistake of the installation, not a missing file.
  return name === "NoSuchKey" || name === "NotFound";
}

const unavailable = (error: unknown) => new AppError(NO_STORE, { detail: String(error) });
