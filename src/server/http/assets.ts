import fs from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { App } from "../start/context.ts";

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;

/** Drawn pictures of ours: styles inside, nothing else. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Built files: the hashed ones under /assets for ever, those from public/ for an hour. */
export async function serveAssets(app: App, clientDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      const hashed = path.relative(clientDir, file).startsWith("assets");
      const age = hashed ? `${YEAR_SECONDS}, immutable` : String(HOUR_SECONDS);
      response.header("cache-control", `public, max-age=${age}`);
      if (/\.svg(\.br|\.gz)?$/.test(file)) {
        response.header("content-security-policy", SVG_POLICY);
      }
    },
  });
  for (const entry of fs.readdirSync(clientDir, { withFileTypes: true })) {
    if (/\.(br|gz)$/.test(entry.name) || entry.name.startsWith(".")) continue;
    const url = entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`;
    app.get<{ Params: { "*"?: string } }>(url, { config: { access: "public" } }, (request, reply) =>
      reply.sendFile(
        entry.isDirectory() ? `${entry.name}/${request.params["*"] ?? ""}` : entry.name,
      ),
    );
  }
}
