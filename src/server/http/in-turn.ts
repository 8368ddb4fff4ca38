import type { RequestListener } from "node:http";

/**
 * Handles the requests of a connection one after another, each when the answer before it has been
 * taken (RFC 9112, 9.3.2 lets a client send them without waiting). Node would handle all at once, so
 * a client that reads nothing could have a thousand pages made with one packet.
 */
export function inTurn(handle: RequestListener): RequestListener {
  return (request, response) => {
    // Node gives an answer its connection when it comes to the front.
    if (response.socket) handle(request, response);
    else response.once("socket", () => handle(request, response));
  };
}
