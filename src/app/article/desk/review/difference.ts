import { diffArrays, diffChars } from "diff";
import { type ArticleFields, FIELD_LABELS } from "../model/fields.ts";

/** A paragraph, heading, list item, table row or picture as one reads it. */
export type Block = { kind: string; text: string };

type Part = { text: string; state: "same" | "added" | "removed" };

export type BlockChange =
  | { state: "same" | "added" | "removed"; kind: string; text: string }
  | { state: "changed"; kind: string; parts: Part[] };

/** Longer paragraphs that differ in more characters than this are shown as two. */
const MAX_EDITS = 600;
/** Less in common than this share of the shorter one: another paragraph, not a changed one. */
const ALIKE = 0.3;

const KINDS: Readonly<Record<string, string>> = {
  h2: "标题",
  h3: "标题",
  h4: "标题",
  li: "列表",
  tr: "表格",
  caption: "表题",
  figcaption: "图注",
  blockquote: "引用",
};
const BLOCK = /^(?:p|h[1-6]|li|tr|caption|figcaption|blockquote|div|ul|ol|table|figure)$/;
const PIECES = /<(\/?)([a-z][a-z\d]*)\b([^>]*)>|([^<]+)/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#39": "'",
};

const decoded = (text: string) =>
  text.replace(/&(#?\w+);/g, (all, name: string) => NAMED[name] ?? all);

const attribute = (tag: string, name: string): string =>
  decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/** The clean HTML of an article as the blocks one reads; pictures are named by their alternative text. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  const open: string[] = [];
  let text = "";
  const flush = () => {
    const words = text.replace(/\s+/g, " ").replace(/\| $/, "").trim();
    text = "";
    const kind = open.findLast((tag) => KINDS[tag]) ?? "";
    if (words) blocks.push({ kind: KINDS[kind] ?? "", text: words });
  };
  for (const [, slash, name = "", rest = "", words] of html.matchAll(PIECES)) {
    const tag = name.toLowerCase();
    const isInRow = open.includes("tr");
    if (words !== undefined) text += decoded(words);
    else if (tag === "br") text += " ";
    else if (tag === "img") {
      if (!isInRow) flush();
      const picture = `图片：${attribute(rest, "alt") || "未写说明"}`;
      if (isInRow) text += picture;
      else blocks.push({ kind: "图片", text: `${picture}（${attribute(rest, "src")}）` });
    } else if (tag === "td" || tag === "th") {
      if (slash) text += " | ";
    } else if (BLOCK.test(tag)) {
      // A cell may hold paragraphs: the row stays one.
      if (!isInRow || tag === "tr") flush();
      if (!slash) open.push(tag);
      else open.splice(Math.max(0, open.lastIndexOf(tag)));
    }
  }
  flush();
  return blocks;
}

const keyOf = ({ kind, text }: Block) => `${kind}\n${text}`;

/** The characters that differ between two texts; undefined when there is too little in common. */
function partsOf(before: string, after: string): Part[] | undefined {
  const changes = diffChars(before, after, { maxEditLength: MAX_EDITS });
  if (!changes) return undefined;
  const parts = changes.map(
    ({ value, added, removed }): Part => ({
      text: value,
      state: added ? "added" : removed ? "removed" : "same",
    }),
  );
  const common = parts.reduce((n, part) => n + (part.state === "same" ? part.text.length : 0), 0);
  return common >= ALIKE * Math.min(before.length, after.length) ? parts : undefined;
}

/** The fate of each block; an edited one shows its changed characters. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): BlockChange[] {
  const result: BlockChange[] = [];
  let gone: Block[] = [];
  const settle = (come: Block[]) => {
    const pairs = Math.min(gone.length, come.length);
    for (let index = 0; index < pairs; index++) {
      const [old, fresh] = [gone[index] as Block, come[index] as Block];
      const parts = old.kind === fresh.kind ? partsOf(old.text, fresh.text) : undefined;
      if (parts) result.push({ state: "changed", kind: fresh.kind, parts });
      else result.push({ state: "removed", ...old }, { state: "added", ...fresh });
    }
    for (const each of gone.slice(pairs)) result.push({ state: "removed", ...each });
    for (const each of come.slice(pairs)) result.push({ state: "added", ...each });
    gone = [];
  };
  const changes = diffArrays([...before], [...after], {
    comparator: (a, b) => keyOf(a) === keyOf(b),
  });
  for (const { value, added, removed } of changes) {
    if (removed) {
      gone = value;
      continue;
    }
    if (added) settle(value);
    else {
      settle([]);
      for (const each of value) result.push({ state: "same", ...each });
    }
  }
  settle([]);
  return result;
}

export const FIELD_NAMES = Object.keys(FIELD_LABELS) as (keyof ArticleFields)[];

/** Names of the fields that differ. */
export const changedNames = (a: ArticleFields, b: ArticleFields): (keyof ArticleFields)[] =>
  FIELD_NAMES.filter((name) => JSON.stringify(a[name] ?? "") !== JSON.stringify(b[name] ?? ""));
