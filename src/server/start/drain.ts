import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";

/** How long a connection without a request may stay, for the one that is on its way. */
const IDLE_MS = 2_000;
const LOOK_MS = 50;

/**
 * Ends serving without losing a request: stops listening, lets what runs finish, and tells every
 * connection with its next answer that it is the last one. Resolves when nobody is connected any more;
 * what is not over at the deadline, a moment as Date.now() gives it, is cut off.
 */
export type Drain = (deadline: number) => Promise<void>;

/**
 * Watches a server so that it can be drained. A proxy keeps connections open and sends its next request
 * on one of them: closing them at once, as `server.close()` does, would lose requests that are on their
 * way; refusing them with a 503 would show visitors an error though another process could answer.
 */
export function drainOf(server: Server): Drain {
  const sockets = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  let isDraining = false;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, response: ServerResponse) => {
    answering.add(response);
    response.once("close", () => answering.delete(response));
    if (isDraining) response.shouldKeepAlive = false;
  });
  return async (deadline) => {
    isDraining = true;
    for (const response of answering) response.shouldKeepAlive = false;
    // After one more look at the network: the close would refuse connections that wait to be accepted.
    await turn();
    await turn();
    // Not the http server's own close, which would cut idle connections off.
    if (server.listening) NetServer.prototype.close.call(server);
    for (const began = Date.now(); sockets.size > 0; await delay(LOOK_MS)) {
      if (Date.now() > deadline) server.closeAllConnections();
      else if (Date.now() - began > IDLE_MS) {
        await turn();
        server.closeIdleConnections();
      }
    }
  };
}
