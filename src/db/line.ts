import { Socket } from "node:net";
import pg from "pg";

// Single connections. Apart from client.ts: the first process opens one at each start, and loads no Drizzle
// for it, which takes longer than all else that it does.

/** How long a connection may take to come, a new one or one of the pool's. */
export const CONNECT_MS = 2_500;
/** The same where nobody waits: a process that loads its dictionaries hears nothing for seconds. */
export const BACKGROUND_CONNECT_MS = 10_000;

/** A connection whose peer has vanished is given up by the server within 20 seconds. */
export const KEEPALIVE =
  "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

/** How long a goodbye may take. */
export const GOODBYE_MS = 2_000;

/** A single connection, and the function that ends it, also while its peer is silent. */
export type Line = { client: pg.Client; close(): Promise<void> };

/**
 * Opens one connection of its own, for listening and for holding a lock. With
 * `answerMs` a query that is not answered by then fails, and the connection is of no use any more.
 * @throws whatever keeps it from connecting within CONNECT_MS.
 */
export async function openClient(
  url: string,
  { name, answerMs }: { name: string; answerMs?: number },
): Promise<Line> {
  const line = trackedSockets();
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: answerMs ? Math.min(answerMs, CONNECT_MS) : BACKGROUND_CONNECT_MS,
    keepAlive: true,
    options: KEEPALIVE,
    ...(answerMs ? { query_timeout: answerMs } : {}),
    stream: line.open,
  });
  client.on("error", ignore);
  const close = async () => {
    const timer = setTimeout(line.abandon, GOODBYE_MS);
    await client.end().catch(ignore);
    clearTimeout(timer);
  };
  try {
    await client.connect();
  } catch (error) {
    line.abandon();
    throw error;
  }
  return { client, close };
}

const ignore = () => undefined;

/** Sockets that can all be ended at once, and the count of bytes they have read. */
export function trackedSockets() {
  const open = new Set<Socket>();
  let read = 0;
  return {
    open: () => {
      const socket = new Socket();
      open.add(socket);
      socket.once("close", () => {
        read += socket.bytesRead;
        open.delete(socket);
      });
      return socket;
    },
    bytesRead: () => [...open].reduce((sum, socket) => sum + socket.bytesRead, read),
    abandon: () => {
      for (const socket of open) socket.destroy(new Error("Connection terminated: no answer"));
    },
  };
}
