import { createServer as createHttpServer } from "node:http";
import { createServer, isRunnableDevEnvironment } from "vite";
import { errorText } from "./lib/safe-log.ts";
import type { Entry } from "./server/start/entry.ts";
import type { Env } from "./server/start/env.ts";
import type { Running } from "./server/start/serve.ts";

/**
 * `npm run dev`: Vite serves the browser's modules; everything else goes to the app, which is loaded
 * anew from the same module graph whenever a server module changed. Returns a function that stops.
 */
export async function startDevServer(env: Env, databaseUrl: string): Promise<() => Promise<void>> {
  const server = createHttpServer();
  const vite = await createServer({
    root: env.rootDir,
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
  const ssr = vite.environments.ssr;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("no runnable server environment");
  let current: { entry: Entry; running: Promise<Running> } | undefined;
  const replace = async (old: Promise<Running> | undefined, entry: Entry): Promise<Running> => {
    // One that did not start has nothing to close.
    await old?.then(
      (running) => running.close(),
      () => undefined,
    );
    await entry.prepare(env, databaseUrl);
    const running = await entry.serve(env, databaseUrl, "development");
    await running.app.ready();
    return running;
  };
  const load = async (): Promise<Running> => {
    const entry: Entry = await ssr.runner.import("/src/server/start/entry.ts");
    // Requests come side by side: the first to see a new module replaces the app, the others wait.
    if (current?.entry !== entry) current = { entry, running: replace(current?.running, entry) };
    return current.running;
  };
  server.on("request", (request, response) => {
    vite.middlewares(request, response, () => {
      load().then(
        ({ app }) => app.routing(request, response),
        (error: Error) => {
          vite.ssrFixStacktrace(error);
          console.error(errorText(error));
          response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
          response.end(errorText(error));
        },
      );
    });
  });
  await load();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.port, env.host, resolve);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await current?.running)?.close();
    await vite.close();
  };
}
