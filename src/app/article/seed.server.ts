import fs from "node:fs/promises";
import path from "node:path";
import type { Db } from "../../db/client.ts";
import { openFileStore } from "../../server/files/open-file-store.ts";
import type { Env } from "../../server/start/env.ts";
import { category } from "../article_type/table.server.ts";
import { storeFile } from "../common/upload/service.server.ts";
import { parseDemoFile } from "./demo-file.server.ts";
import type { Attachment } from "./table.server.ts";
import { insertArticle } from "./writing/service.server.ts";

export const order = 50;

/** Part of the server's build, each loaded only when the demo is put in. */
const files = import.meta.glob<string>("./demo/*.html", { query: "?raw", import: "default" });

const DAY_MS = 86_400_000;
const FILES_DIR = "src/app/article/demo/files";

/** The demo's articles, oldest first, so that later ids are later articles. */
export async function demo(db: Db, env: Env): Promise<void> {
  const texts = await Promise.all(Object.values(files).map((load) => load()));
  const articles = texts.map(parseDemoFile).toSorted((a, b) => +a.date - +b.date);
  // A clock behind the newest article would hide it: then all of them move back by whole days.
  const aheadMs = Math.max(0, ...articles.map((each) => each.date.getTime() - Date.now()));
  const backMs = Math.ceil(aheadMs / DAY_MS) * DAY_MS;
  const idByPath = await categoryPaths(db);
  const place = { db, env, files: await openFileStore(env) };
  for (const each of articles) {
    const typeId = idByPath.get(each.category);
    if (typeId === undefined) throw new Error(`demo category: ${each.category}`);
    const attachments: Attachment[] = [];
    for (const { name, file } of each.attachments) {
      const bytes = await fs.readFile(path.join(env.rootDir, FILES_DIR, file));
      const stored = await storeFile(place, {
        bytes,
        originalName: name,
        purpose: "demo",
        isInLibrary: true,
      });
      attachments.push({ name, url: stored.fileName, bytes: stored.bytes });
    }
    await insertArticle(db, {
      typeId,
      articleName: each.title,
      subtitle: each.subtitle,
      summary: each.summary,
      content: each.content,
      source: each.source,
      author: each.author,
      keywords: each.keywords,
      visible: each.visible,
      isTop: each.isTop,
      isImportant: each.isImportant,
      publishTime: new Date(each.date.getTime() - backMs),
      reads: each.reads,
      attachments,
      createBy: "system",
    });
  }
}

/** `新闻动态/要闻` -> id, for every category. */
async function categoryPaths(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: category.id, parentId: category.parentId, name: category.bllName })
    .from(category);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (row: (typeof rows)[number]): string => {
    const parent = byId.get(row.parentId);
    return parent ? `${pathOf(parent)}/${row.name}` : row.name;
  };
  return new Map(rows.map((row) => [pathOf(row), row.id]));
}
