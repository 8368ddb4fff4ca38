import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Type } from "typebox";
import type { Slice } from "#src/server/start/context.ts";
import source from "./offline/worker.js?raw";

const SCOPE = "/checkin";

/** The worker may fetch what lies on this site, and nothing else. */
const POLICY = "default-src 'none'; connect-src 'self'";

/** Another text for another build: the names of built files carry their hashes. */
function versionOf(rootDir: string): string {
  const folder = path.join(rootDir, "build/client/assets");
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : [];
  return createHash("sha256").update(source).update(names.join("\n")).digest("hex").slice(0, 16);
}

/** The service worker by which /checkin opens without a connection (decision 64). */
const worker: Slice = (app, { env }) => {
  let script: string | undefined;

  app.get(
    `${SCOPE}/worker.js`,
    {
      config: { access: "public" },
      schema: { hide: true, response: { 200: Type.String() } },
    },
    async (_request, reply) => {
      script ??= source.replace("%VERSION%", versionOf(env.rootDir));
      reply.headers({
        "content-type": "text/javascript; charset=utf-8",
        "content-security-policy": POLICY,
        // Its own folder would be the widest scope.
        "service-worker-allowed": SCOPE,
        "cache-control": "no-cache",
      });
      return script;
    },
  );
};

export default worker;
