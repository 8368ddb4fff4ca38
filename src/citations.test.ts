import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// A comment cites a section as `wire 4.4`, `wire 1.3 and 8` or `security 4.3, "Uploads"`, a decision as
// `decision 24`, a heading as `ARCHITECTURE.md, "Layout"` (CONTRIBUTING.md, "How we work").
const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");

const CONTRACT = ["wire", "product", "security", "specification"];

/** Sections of a page of the contract: number to text. */
function sectionsOf(name: string): Map<string, string> {
  const parts = read(`docs/contract/${name}.md`).split(/^#{2,3} (?=\d)/m);
  return new Map(parts.slice(1).map((part) => [/^\d+(?:\.\d+)*/.exec(part)?.[0] ?? "", part]));
}

const sections = new Map(CONTRACT.map((name) => [name, sectionsOf(name)]));
const decisions = fs.readdirSync(path.join(root, "docs/decisions"));

const files = ["src", "e2e", "gates", "bench", "docs/contract"].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|css|md)$/.test(name))
    .map((name) => path.join(folder, name)),
);

/** Comments of a file, each on one line; a page as a whole. */
function commentsOf(file: string): string[] {
  const text = read(file);
  if (file.endsWith(".md")) return [text.replace(/\s+/g, " ")];
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?:(?<![:"'`])\/\/[^\n]*\n\s*)+/g) ?? [];
  return comments.map((comment) => comment.replace(/\n\s*(?:\*|\/\/)?/g, " ").replace(/ +/g, " "));
}

const LIST = String.raw`\d+(?:\.\d+)*(?:(?:, | and )\d+(?:\.\d+)*)*`;
const SECTION = new RegExp(String.raw`\b(${CONTRACT.join("|")}) (${LIST})(?:, "([^"]+)")?`, "gi");
const PAGE = /([\w./-]*\w\.md)\b(?:, "([^"]+)")?/g;
/** Names under which documents were cited that are not part of the project. */
const ELSEWHERE = /\bmock-?ups?\b|\bwire-contract\b|\barchitecture \d|§/gi;

function deadIn(comment: string, file: string): string[] {
  const dead = [...comment.matchAll(ELSEWHERE)].map(([cited]) => cited);
  for (const [cited, name = "", numbers = "", part = ""] of comment.matchAll(SECTION)) {
    const texts = numbers
      .split(/, | and /)
      .map((number) => sections.get(name.toLowerCase())?.get(number));
    if (texts.includes(undefined) || !texts.at(-1)?.includes(part)) dead.push(cited);
  }
  for (const [cited, number = ""] of comment.matchAll(/\bdecisions? (\d+)\b/gi)) {
    if (!decisions.some((name) => name.startsWith(`${number.padStart(4, "0")}-`))) dead.push(cited);
  }
  for (const [cited, name = "", heading] of comment.matchAll(PAGE)) {
    const found = [name, path.join(path.dirname(file), name)].find((each) =>
      fs.existsSync(path.join(root, each)),
    );
    if (!found || (heading && !read(found).includes(`\n## ${heading}`))) dead.push(cited);
  }
  return dead;
}

test("what a comment cites is in this repository, and has the section", () => {
  const dead = files.flatMap((file) =>
    commentsOf(file).flatMap((comment) =>
      deadIn(comment, file).map((cited) => `${file}: ${cited}`),
    ),
  );
  expect(dead).toEqual([]);
});

test("citations are found where they stand", () => {
  expect(
    ["(wire 4.99)", 'wire 0, "Nothing"', "(look.md)", "decision 999", "mock-up 03"].filter(
      (comment) => deadIn(comment, "src/main.ts").length !== 1,
    ),
  ).toEqual([]);
  expect(deadIn('wire 1.3, 1.6 and 8; security 4.3, "Uploads"', "src/main.ts")).toEqual([]);
  const cited = files.flatMap(commentsOf).flatMap((comment) => comment.match(SECTION) ?? []);
  expect(cited.length).toBeGreaterThan(200);
});
