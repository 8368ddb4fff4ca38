import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startApp } from "../test/app.ts";
import { API_MOUNTS, PAGE_MOUNTS } from "./mounts.ts";

// A URL leads to one folder (ARCHITECTURE.md, "Layout"): every route and page but those of mounts.ts.
const appDir = import.meta.dirname;
const it = await startApp();

const files = fs
  .readdirSync(appDir, { recursive: true, encoding: "utf8" })
  .map((name) => name.split(path.sep).join("/"));
const apiFolders = files
  .filter((name) => name.endsWith("/api.server.ts"))
  .map((name) => path.dirname(name));

/** Folders below src/app that a URL may belong to, the longest that fits first. */
function foldersOf(url: string): string[] {
  const bare = url.replace(/^\/prod-api/, "").replace(/^\/api\/bll|^\/api/, "");
  const mounted = API_MOUNTS.find(
    ([prefix]) =>
      bare === prefix ||
      bare.startsWith(`${prefix}/`) ||
      bare.startsWith(`${prefix}-`) ||
      bare.startsWith(`${prefix}.`),
  );
  if (mounted) return [mounted[1]];
  return apiFolders
    .filter((folder) => bare === `/${folder}` || bare.startsWith(`/${folder}/`))
    .sort((a, b) => b.length - a.length);
}

test("every API route lands in a folder that has an api.server.ts", () => {
  const lost = it.app.routeTable
    .filter((route) => !route.url.startsWith("/health") && route.url !== "/prod-api/")
    .filter((route) => !apiFolders.includes(foldersOf(route.url)[0] ?? "-"))
    .map((route) => `${route.method} ${route.url}`);
  expect(lost).toEqual([]);
});

test("every route below /prod-api has a response schema, but for files", () => {
  const open = it.app.routeTable
    .filter((route) => route.url.startsWith("/prod-api") && !route.hasResponseSchema)
    .map((route) => route.url)
    .filter((url) => !/\/(profile|common\/(download|private))/.test(url));
  expect(open).toEqual([]);
});

test("the URL exceptions are at most 20 and name folders that exist", () => {
  expect(PAGE_MOUNTS.length + API_MOUNTS.length).toBeLessThanOrEqual(20);
  for (const [, folder] of PAGE_MOUNTS) expect(files).toContain(`${folder}/page.tsx`);
  for (const [, folder] of API_MOUNTS) expect(files).toContain(`${folder}/api.server.ts`);
});

const source = path.resolve(appDir, "..");
const sources = fs
  .readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((name) => name.split(path.sep).join("/"));

test("file sizes read well: nothing over 400 lines, tests 800", () => {
  const long = sources
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .map((name) => ({
      name,
      lines: fs.readFileSync(path.join(source, name), "utf8").split("\n").length,
    }))
    .filter(({ name, lines }) => lines > (name.endsWith(".test.ts") ? 800 : 400))
    // Word lists are data.
    .filter(({ name }) => !name.endsWith("password-blocklist.ts"));
  expect(long).toEqual([]);
});

test("the browser takes the types of the wire, not the library that describes them", () => {
  const taken = sources
    .filter((name) => /\.tsx?$/.test(name) && !/(\.server|\.test|\bwire)\.tsx?$/.test(name))
    .filter((name) => !/^(server|db|test)\b/.test(name))
    .filter((name) =>
      /^import (?!type )[^;]*? from "([^"]*\bwire\.ts|typebox)";/m.test(
        fs.readFileSync(path.join(source, name), "utf8"),
      ),
    );
  expect(taken).toEqual([]);
});

/** Floors with rooms: a file is in the room that says what it is for. */
const FLOORS: Readonly<Record<string, RegExp>> = {
  office: /^$/,
  server: /^$/,
  site: /^$/,
  // What several rooms of the library stand on, and no room of its own would name.
  lib: /^(causes|colour|id-text|pager|safe-log|secret-name|short-time|store|tree|wire)\b/,
};

test("the floors have rooms, and no room holds more than a person looks over", () => {
  const bare = sources.filter((name) => {
    const [floor = "", file = "", ...below] = name.split("/");
    return below.length === 0 && /\.\w+$/.test(file) && FLOORS[floor]?.test(file) === false;
  });
  expect(bare).toEqual([]);
  const counts = new Map<string, number>();
  for (const name of sources.filter((each) => /\.(tsx?|css)$/.test(each))) {
    const room = path.posix.dirname(name);
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  expect([...counts].filter(([, files]) => files > 32)).toEqual([]);
});
