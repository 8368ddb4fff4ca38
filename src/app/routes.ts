import fs from "node:fs";
import path from "node:path";
import { layout, type RouteConfig, route } from "@react-router/dev/routes";
import { PAGE_MOUNTS } from "./mounts.ts";

// Pages are found, not registered: folder = URL, but for the rows of mounts.ts.
const appDir = import.meta.dirname;

function pageFolders(folder = ""): string[] {
  return fs
    .readdirSync(path.join(appDir, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const below = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return pageFolders(below);
      return entry.name === "page.tsx" ? [folder] : [];
    })
    .sort();
}

/** Folders whose page takes what follows its address as a value; it is a page without one as well. */
const VALUES: Readonly<Record<string, string>> = {
  verify: "/:code?",
  // One page with five children: what was typed in one stays while another one is looked at.
  Declare: "/:child?",
};

const mounted = new Set(PAGE_MOUNTS.map(([, folder]) => folder));
const found = pageFolders()
  .filter((folder) => !mounted.has(folder))
  .map((folder): [string, string] => [`/${folder}${VALUES[folder] ?? ""}`, folder]);

/** Folders whose page has a masthead only: no menu, no large footer. */
const PLAIN = new Set(["login", "register", "forgetPassword", "checkin", "checkin/self"]);

const pages = (rows: (readonly [string, string])[]) =>
  rows.map(([url, folder]) => route(url, `${folder}/page.tsx`, { id: `page:${url}` }));

const all = [...PAGE_MOUNTS, ...found];

export default [
  layout("public-layout.tsx", [...pages(all.filter(([, folder]) => !PLAIN.has(folder)))]),
  layout("account-layout.tsx", pages(all.filter(([, folder]) => PLAIN.has(folder)))),
  // Every other address: the back office, or /404. Outside of the layouts, whose styles
  // must not reach it.
  route("*", "office-route.tsx"),
] satisfies RouteConfig;
