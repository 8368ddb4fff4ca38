import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { upload } from "../../test/multipart.ts";
import { inTurn } from "./in-turn.ts";

const ask = (url: string) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`;

test("requests sent at once are handled one after another, in their order", async () => {
  const steps: string[] = [];
  const server = createServer(
    inTurn((request, response) => {
      steps.push(`begin ${request.url}`);
      setImmediate(() => {
        steps.push(`end ${request.url}`);
        response.end("x");
      });
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(
    ask("/1") + ask("/2") + ask("/3").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
  );
  const answers = (await socket.toArray()).join("").split("HTTP/1.1 200 OK").length - 1;
  expect(answers).toBe(3);
  expect(steps).toEqual(["1", "2", "3"].flatMap((id) => [`begin /${id}`, `end /${id}`]));
});

test("a client of the app that reads nothing has little made for it", async () => {
  const it = await startApp();
  const { token } = await it.as("staff");
  const file = { field: "file", name: "长.txt", bytes: Buffer.alloc(4 * 1024 * 1024, 97) };
  const url = `/prod-api${(await upload(it, "/common/upload", [file], { token })).fileName}`;
  let begun = 0;
  it.app.server.prependListener("request", (request, response) => {
    if (request.url === url) response.once("pipe", () => begun++);
  });
  await it.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = it.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => undefined);
  const count = 200;
  socket.write(ask(url).repeat(count));
  await expect.poll(() => begun).toBeGreaterThan(0);
  // Another connection is served meanwhile, and nothing more is made than the line takes.
  for (let index = 0; index < 20; index++) {
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  }
  expect(begun).toBeLessThan(count / 4);
  socket.destroy();
});
