import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { plainText } from "../../lib/text/plain-text.ts";
import { cleanHtml } from "../../server/fields/rich-text.ts";
import { startApp } from "../../test/app.ts";
import { demo as categories } from "../article_type/seed.server.ts";
import { category } from "../article_type/table.server.ts";
import { parseDemoFile } from "./demo-file.server.ts";
import { demo } from "./seed.server.ts";

const it = await startApp();
const directory = path.join(import.meta.dirname, "demo");
const publicDir = path.resolve(import.meta.dirname, "../../../public");
const names = fs.readdirSync(directory).filter((name) => name.endsWith(".html"));
const read = (name: string) => fs.readFileSync(path.join(directory, name), "utf8");

test("there are at least sixty, no two with the same title", () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
  const titles = names.map((name) => parseDemoFile(read(name)).title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test.each(names)("%s", (name) => {
  const article = parseDemoFile(read(name));
  const letters = plainText(article.content).replace(/\s/g, "").length;
  expect(letters, "letters").toBeGreaterThanOrEqual(400);
  expect(letters, "letters").toBeLessThanOrEqual(1_500);
  expect([...article.title].length).toBeLessThanOrEqual(60);
  for (const [, src] of article.content.matchAll(/<img[^>]*src="([^"]*)"/g)) {
    expect(src).toMatch(/^\/demo\/[\w-]+\.svg$/);
    expect(fs.existsSync(path.join(publicDir, src ?? "")), src).toBe(true);
  }
  for (const [tag] of article.content.matchAll(/<img[^>]*>/g)) {
    expect(tag).toMatch(/ alt="[^"]{4,}"/);
    expect(tag).toMatch(/ width="\d+" height="\d+"/);
  }
  for (const { file } of article.attachments) {
    expect(fs.existsSync(path.join(directory, "files", file)), file).toBe(true);
  }
  // No word is lost on the way to the page.
  expect(plainText(cleanHtml(article.content))).toBe(plainText(article.content));
});

test("a file without what it needs is refused by name", () => {
  expect(() => parseDemoFile("text")).toThrow("no front matter");
  expect(() => parseDemoFile("---\ntitle: a\nfoo: b\n---\nx")).toThrow("unknown line: foo: b");
  expect(() => parseDemoFile("---\ntitle: a\n---\nx")).toThrow("category is missing");
});

test("the demo goes in: every article in its category, with its files", async () => {
  await categories(it.db);
  const { env } = {
    env: { rootDir: path.resolve(import.meta.dirname, "../../.."), dataDir: it.dataDir },
  };
  await demo(it.db, env as Parameters<typeof demo>[1]);
  const { body } = await it.call("GET", "/api/bll/article/list?pageSize=100");
  expect(body.total).toBe(names.length);
  const used = new Set((body.rows as { typeId: number }[]).map((row) => row.typeId));
  const rows = await it.db.select().from(category);
  const empty = rows.filter(
    (row) => !used.has(row.id) && row.bllType !== "2" && row.bllType !== "3",
  );
  const parents = new Set(rows.map((row) => row.parentId));
  expect(empty.filter((row) => !parents.has(row.id)).map((row) => row.bllName)).toEqual([]);
});
