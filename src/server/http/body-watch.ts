import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Times of one connection, in milliseconds. Fastify hands none of its own to a server that it has not
 * made. `requestTimeout` ends the longest upload (50 MB in ten minutes are 85 KB a second); a slower or
 * smaller body is ended by watchBodies. Node looks for overdue requests every `connectionsCheckingInterval`.
 */
export const SERVER_TIMES = {
  headersTimeout: 15_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
} as const;

/** Silence of a connection after which it is closed, whichever side is waiting. */
const SILENCE_MS = 120_000;

/** Time for a body, and the bytes that earn it one second more. */
const BODY_TIMES = { graceMs: 20_000, bytesPerSecond: 16 * 1024, lookMs: 2_000 };

/**
 * What is still read of a body whose answer has been sent: enough for a form, and for a browser to find
 * the answer. The rest of a refused upload would cost as much as one that is kept.
 */
const AFTER_ANSWER = { bytes: 2 * 1024 * 1024, ms: 5_000 };

type Open = { request: IncomingMessage; begun: number; read: number };

/**
 * Ends the connections of bodies that come too slowly: a body that is being waited for holds memory,
 * a file and a place among those that are being received.
 */
export function watchBodies(server: Server, times = BODY_TIMES): void {
  const open = new Set<Open>();
  server.setTimeout(SILENCE_MS);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request;
    if (!headers["transfer-encoding"] && !Number(headers["content-length"])) return;
    // Before Node's own listener, which reads whatever comes without counting it.
    response.prependOnceListener("finish", () => request.complete || readLittle(request));
    const entry = { request, begun: performance.now(), read: request.socket.bytesRead };
    open.add(entry);
    request.once("close", () => open.delete(entry));
    request.once("end", () => open.delete(entry));
  });
  const look = () => {
    for (const { request, begun, read } of open) {
      const came = request.socket.bytesRead - read;
      const allowed = times.graceMs + (came / times.bytesPerSecond) * 1_000;
      if (performance.now() - begun < allowed) continue;
      const { socket } = request;
      if (socket.writable)
        socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
      socket.destroySoon();
    }
  };
  const timer = setInterval(look, times.lookMs);
  timer.unref();
  server.on("close", () => clearInterval(timer));
}

/** Reads the rest of an answered request's body, and ends its connection when there is too much of it. */
function readLittle(request: IncomingMessage): void {
  const { socket } = request;
  let left = AFTER_ANSWER.bytes;
  const late = setTimeout(() => request.complete || socket.destroySoon(), AFTER_ANSWER.ms);
  request.once("close", () => clearTimeout(late));
  request.unpipe();
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroySoon();
  });
  // Marks the body as being read.
  request.read(0);
  request.resume();
}
