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
          if (!/\.(m?js|css|svg|json)$/.test(name)) continue;
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

/** The file, and the modules of ours that it imports, and all that these import. */
function withImports(file: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(file) || !/\/src\/.*\.tsx?$/.test(file)) return found;
  found.add(file);
  for (const each of graph.getModuleInfo(file)?.importedIds ?? []) withImports(each, graph, found);
  return found;
}

const FRAME = ["entry.client.tsx", "root.tsx", "public-layout.tsx"];
const READING = ["home/page.tsx", "areaxList/page.tsx", "article/page.tsx"];
const LISTS = ["areaxList/page.tsx", "search/page.tsx"];
const ACCOUNT = ["login/page.tsx", "register/page.tsx", "forgetPassword/page.tsx"];

type Shared = { share: number; routes: string[] };

/**
 * A chunk of what at least `share` of the routes import: many small files would compress badly. What has a
 * style sheet is in it only where all of them import it: a chunk's sheet goes to all who use the chunk.
 */
function sharedChunk(name: string, ...shared: Shared[]) {
  const appDir = path.resolve(import.meta.dirname, "src/app");
  let members: Set<string> | undefined;
  const find = (graph: ModuleGraph) =>
    shared.flatMap(({ share, routes }) => {
      const ids = routes.flatMap((route) => [...withImports(path.join(appDir, route), graph)]);
      const isStyled = (id: string) =>
        graph.getModuleInfo(id)?.importedIds.some((each) => /\.css$|-styles\.ts$/.test(each)) ===
        true;
      return ids.filter((id) => {
        const count = ids.filter((each) => each === id).length;
        return isStyled(id) || /-styles\.ts$/.test(id)
          ? count > 1 && count === routes.length
          : count >= share;
      });
    });
  return {
    debugName: name,
    name: (id: string, graph: ModuleGraph) => {
      members ??= new Set(find(graph));
      return members.has(id) ? name : null;
    },
  };
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
                {
                  name: "framework",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                // The frame of the public pages; nothing of the office, however many of its pages share it.
                sharedChunk(
                  "site",
                  { share: 1, routes: FRAME },
                  { share: 6, routes: [...READING, "search/page.tsx", ...ACCOUNT] },
                ),
                sharedChunk("reading", { share: 2, routes: READING }),
                sharedChunk("lists", { share: 2, routes: LISTS }),
                sharedChunk("account", { share: 3, routes: ACCOUNT }),
                sharedChunk("plain", { share: 1, routes: ["account-layout.tsx"] }),
                ...["home", "article", "login"].map((page) =>
                  sharedChunk(page, { share: 1, routes: [`${page}/page.tsx`] }),
                ),
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
  build: {
    // Preloading what every page has by then would only lengthen each list.
    modulePreload: {
      resolveDependencies: (_file, files) =>
        files.filter(
          (each) => !/\/(framework|rolldown-runtime|entry\.client)-[\w-]+\.js$/.test(each),
        ),
    },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
}));
