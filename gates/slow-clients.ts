import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

// The slow clients of `npm run gate:slow`, in a process of their own: what they cost must not be measured as the
// waiting of the people beside them. Whoever was ended by the program comes back at once.

/** What the gate sends once: where the program listens, and how many come. */
export type SlowOrder = { port: number; token: string; clients: number; uploads: number };

/** What it is told when all of them have gone. `longest`: milliseconds that a request lived without becoming whole. */
export type SlowReport = { opened: number; longest: number };

type Kind = "headers" | "body" | "chunks" | "reading";
const KINDS: readonly Kind[] = ["headers", "body", "chunks", "reading"];

/** What a slow client says first, and what it adds each time. */
const LINES: Readonly<Record<Kind, [first: string, drop: string]>> = {
  headers: ["GET / HTTP/1.1\r\nHost: a\r\n", "X-a: b\r\n"],
  body: [
    "POST /prod-api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{",
    " ",
  ],
  chunks: [
    "POST /prod-api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    "1\r\n \r\n",
  ],
  reading: [`${"GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(50)}`, ""],
};

const report: SlowReport = { opened: 0, longest: 0 };
let isOver = false;

/** One slow client; it comes back when it is ended. */
function slowClient(port: number, kind: Kind): void {
  const [first, drop] = LINES[kind];
  const began = performance.now();
  const socket: Socket = connect(port, "127.0.0.1");
  report.opened++;
  socket.on("error", () => undefined);
  socket.on("connect", () => socket.write(first));
  if (kind === "reading") socket.pause();
  else socket.resume();
  const timer = setInterval(() => {
    if (isOver) return void socket.destroy();
    if (drop && socket.writable) socket.write(drop);
  }, 1_000);
  socket.on("close", () => {
    clearInterval(timer);
    if (kind !== "reading" && !isOver) {
      report.longest = Math.max(report.longest, performance.now() - began);
    }
    setTimeout(() => isOver || slowClient(port, kind), 200);
  });
}

const MEGABYTES = Buffer.alloc(5 * 1024 * 1024 - 1_000, 97);

/** An upload of large files, each sent but for its last bytes; then nothing more comes. */
function stalledUpload(port: number, token: string, files: number): void {
  const request = httpRequest({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/prod-api/common/upload",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": files * 6 * 1024 * 1024,
    },
  });
  request.on("error", () => undefined);
  request.on("response", (response) => response.resume());
  for (let file = 0; file < files; file++) {
    const name = files === 1 ? "file" : `other${file}`;
    request.write(
      `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${file}.txt"\r\n\r\n`,
    );
    request.write(MEGABYTES);
    if (files > 1) request.write("\r\n");
  }
  const timer = setInterval(() => isOver && request.destroy(), 1_000);
  request.on("close", () => {
    clearInterval(timer);
    setTimeout(() => isOver || stalledUpload(port, token, files), 10_000);
  });
}

process.once("message", async ({ port, token, clients, uploads }: SlowOrder) => {
  for (let client = 0; client < clients; client++) {
    slowClient(port, KINDS[client % KINDS.length] ?? "body");
    if (client % 50 === 0) await delay(20);
  }
  for (let upload = 0; upload < uploads; upload++) {
    stalledUpload(port, token, upload % 2 === 0 ? 1 : 10);
  }
  process.once("message", () => {
    isOver = true;
    // Every client looks once a second.
    setTimeout(() => process.send?.(report, () => process.exit(0)), 2_500);
  });
});
// The gate has gone.
process.once("disconnect", () => process.exit(0));
