import fs from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, inject } from "vitest";

const BUCKET = "xuehui-test";

/** up: as it is; gone: nobody listens; hangs: takes all and says nothing; fails: answers 500. */
type Mood = "up" | "gone" | "hangs" | "fails";

const FAILURE =
  "HTTP/1.1 500 Internal Server Error\r\ncontent-type: application/xml\r\ncontent-length: 51\r\n" +
  "connection: close\r\n\r\n<Error><Code>InternalError</Code><Message/></Error>";

export type S3Server = {
  /** Environment variables of an app that keeps its files here. */
  env: Record<string, string>;
  /** Connections that are open are cut. */
  setMood(mood: Mood): void;
  /** Keys of all objects. */
  keys(): string[];
  /** The file in which the server keeps an object. */
  objectFile(key: string): string;
};

/** A real S3 server behind a line that can be cut; both end with the test file. */
export async function startS3(): Promise<S3Server> {
  const directory = fs.mkdtempSync(path.join(inject("testDir"), "s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  let mood: Mood = "up";
  const open = new Set<Socket>();
  const line = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
    if (mood === "gone") socket.destroy();
    else if (mood === "hangs") socket.resume();
    else if (mood === "fails") socket.once("data", () => socket.end(FAILURE));
    else {
      const inner = connect(port, "127.0.0.1");
      open.add(inner);
      inner.on("error", () => socket.destroy()).on("close", () => open.delete(inner));
      socket.on("close", () => inner.destroy());
      socket.pipe(inner).pipe(socket);
    }
  });
  await new Promise<void>((done) => line.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  const setMood = (next: Mood) => {
    mood = next;
    for (const socket of open) socket.destroy();
  };
  afterAll(async () => {
    setMood("gone");
    line.close();
    await server.close();
  });
  const inBucket = path.join(directory, BUCKET);
  return {
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_KEY: "S3RVER",
      S3_SECRET: "S3RVER",
    },
    setMood,
    keys: () =>
      fs
        .readdirSync(inBucket, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith("._S3rver_object"))
        .map((name) => name.replace(/\._S3rver_object$/, "")),
    objectFile: (key) => path.join(inBucket, `${key}._S3rver_object`),
  };
}
