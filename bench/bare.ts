// Child process: a bare node:http server that answers everything with the one message it was given.
import { createServer } from "node:http";

type Message = { status: number; headers: string[]; body: string };

process.once("message", (given: Message) => {
  const body = Buffer.from(given.body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(given.status, given.headers);
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : undefined);
  });
});
