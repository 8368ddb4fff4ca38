import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { watchBodies } from "./body-watch.ts";

const HEAD = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n";

/** A server that reads bodies to their end, with short times. */
async function listening(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("read"));
  });
  watchBodies(server, { graceMs: 150, bytesPerSecond: 10_000, lookMs: 20 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Sends a piece at each tick until the other side ends the line; the answer's first line. */
function drip(port: number, head: string, piece: string, pieces: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    let sent = 0;
    socket.write(head);
    const timer = setInterval(() => {
      if (sent++ < pieces) socket.write(piece);
    }, 10);
    socket.on("data", (chunk) => {
      answer += chunk;
      if (answer.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      resolve(answer.split("\r\n")[0] ?? "");
    });
  });
}

test("a body that stalls or drips is ended, with and without a length", async () => {
  const port = await listening();
  const [stalled, dripping, chunked] = await Promise.all([
    drip(port, `${HEAD}Content-Length: 1000\r\n\r\n`, "", 0),
    drip(port, `${HEAD}Content-Length: 100000\r\n\r\n`, "a", 100_000),
    drip(port, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, "1\r\na\r\n", 100_000),
  ]);
  expect([stalled, dripping, chunked]).toEqual(Array(3).fill("HTTP/1.1 408 Request Timeout"));
});

test("a body that takes longer than that and keeps coming is read to its end", async () => {
  const port = await listening();
  // Some 30 KB a second for half a second.
  const head = `${HEAD}Content-Length: ${50 * 300}\r\n\r\n`;
  expect(await drip(port, head, "a".repeat(300), 50)).toBe("HTTP/1.1 200 OK");
});

/** A server that answers before it has read anything. */
async function refusing(): Promise<number> {
  const server = createServer((_request, response) => void response.end("no"));
  watchBodies(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const post = (bytes: number) => `${HEAD}Content-Length: ${bytes}\r\n\r\n`;

test("of a body that has its answer little is read, then the connection ends", async () => {
  const socket = connect(await refusing(), "127.0.0.1");
  socket.on("error", () => undefined);
  const ended = new Promise((resolve) => socket.on("close", resolve));
  const answer = new Promise((resolve) => socket.once("data", (data) => resolve(String(data))));
  const megabyte = Buffer.alloc(1024 * 1024, 97);
  socket.write(post(1_000 * megabyte.length));
  expect(await answer).toContain("HTTP/1.1 200 OK");
  let sent = 0;
  const send = () => {
    while (sent < 1_000 && !socket.destroyed) {
      sent++;
      if (!socket.write(megabyte)) return void socket.once("drain", send);
    }
  };
  send();
  await ended;
  // What it read and what the system had taken for it meanwhile.
  expect(sent).toBeLessThan(50);
});

test("the rest of a small body is read, and its connection goes on", async () => {
  const socket = connect(await refusing(), "127.0.0.1");
  let answers = "";
  const second = new Promise<void>((resolve) =>
    socket.on("data", (data) => {
      answers += data;
      const count = answers.split("HTTP/1.1 200 OK").length - 1;
      if (count === 1) socket.write("a".repeat(99_999) + post(1));
      if (count === 2) resolve();
    }),
  );
  socket.write(`${post(100_000)}a`);
  await second;
  socket.destroy();
});

test("the app's own server has its times and ends headers without an end", async () => {
  const it = await startApp();
  expect(it.app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 600_000 });
  expect(it.app.server.listenerCount("timeout")).toBe(0);
  expect(it.app.server.timeout).toBe(120_000);
});
