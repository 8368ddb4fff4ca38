import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rolldown } from "vite";

/** Writes .br and .gz beside the browser's files, so that no request pays for compressing them. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    buildApp: {
      // After everything else: React Router writes the route manifest when the server is built.
      order: "post",
      handler: async () => {
        const directory = path.resolve(import.meta.dirname, "build/client");
        for (const name of fs.readdirSync(directory, { recursive: true, encoding: "utf8" })) {
          if (!/\.(js|css|svg|json)$/.test(name)) continue;
          const file = path.join(directory, name);
          const source = fs.readFileSync(file);
          if (source.length < 600) continue;
          fs.writeFileSync(`${file}.br`, brotliCompressSync(source));
          fs.writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }));
        }
      },
    },
  };
}

const LATER = "\0later:";

/**
 * `x.later.tsx` exports by default a component that few visits need: the server draws it at once, the browser
 * fetches its code when it first shows it, and keeps what is there until then.
 */
function later(): Plugin {
  return {
    name: "later",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    async resolveId(source, importer, { kind }) {
      if (!source.endsWith(".later.tsx") || kind === "dynamic-import") return undefined;
      const found = await this.resolve(source, importer);
      return found && LATER + found.id;
    },
    load: (id) =>
      id.startsWith(LATER)
        ? `import { lazy } from "react";
           export default lazy(() => import(${JSON.stringify(id.slice(LATER.length))}));`
        : undefined,
  };
}

type ModuleGraph = Pick<Rolldown.PluginContext, "getModuleInfo">;

/** Modules of ours that the file imports, and all that these import. */
function importedBy(file: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  for (const each of graph.getModuleInfo(file)?.importedIds ?? []) {
    if (found.has(each) || !/\/src\/(site|lib)\/.*\.tsx?$/.test(each)) continue;
    importedBy(each, graph, found.add(each));
  }
  return found;
}

let inFrame: Set<string> | undefined;

/** The frame of the public pages in one chunk; nothing of the office, however many of its pages share it. */
function frameChunk(id: string, graph: ModuleGraph): string | null {
  inFrame ??= importedBy(path.resolve(import.meta.dirname, "src/app/public-layout.tsx"), graph);
  return inFrame.has(id) ? "site" : null;
}

// One module graph for pages and server: the server build starts at src/server/start/entry.ts, which
// takes the pages from virtual:react-router/server-build and the slices by glob.
export default defineConfig(({ command }) => ({
  plugins: [later(), tailwindcss(), reactRouter(), precompress()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                // A page would load some thirty small files: what nearly all of them share is one.
                {
                  name: "framework",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                { name: frameChunk, debugName: "site" },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file in place of some 700: finding them took a quarter of a start. What is native, and what
      // few installations load, stays outside. The development server runs CommonJS only from outside.
      resolve:
        command === "build"
          ? { noExternal: true, external: ["sharp", "@node-rs/jieba", "@aws-sdk/client-s3"] }
          : {},
      build: { rollupOptions: { input: "src/server/start/entry.ts" } },
    },
  },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
}));
