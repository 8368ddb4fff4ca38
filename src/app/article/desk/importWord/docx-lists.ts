import { escapeText } from "#src/lib/text/plain-text.ts";
import type { Marker } from "./docx-numbering.ts";

/** What a document is made of, before its lists are put together. */
export type Block =
  | { kind: "html"; html: string; is?: "caption" | "table" | "figure" }
  | { kind: "item"; html: string; marker: Marker; list: string; style: string };

type Item = Extract<Block, { kind: "item" }>;

/**
 * Blocks as HTML. Numbered paragraphs that follow each other become a list where a list says the same
 * as Word did: bullets, or numbers that count from 1. Any other numbering stays before its text.
 */
export function blocksHtml(blocks: readonly Block[]): string {
  let html = "";
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at];
    if (block?.kind !== "item") {
      html += block?.html ?? "";
      at++;
      continue;
    }
    const items: Item[] = [];
    for (let each = blocks[at]; each?.kind === "item"; each = blocks[++at]) items.push(each);
    html += listsHtml(items);
  }
  return html;
}

/** The paragraph with its number as text before it. */
export const numbered = (marker: Marker, html: string): string => {
  const { text } = marker;
  if (!text) return html;
  const gap = /[、）)．。]$/.test(text) ? "" : /[\dA-Za-z.]$/.test(text) ? " " : "\u3000";
  return escapeText(text) + gap + html;
};

function listsHtml(items: readonly Item[]): string {
  let html = "";
  for (let at = 0; at < items.length; ) {
    const first = items[at];
    if (!first) break;
    if (first.marker.kind === "text") {
      html += `<p${first.style}>${numbered(first.marker, first.html)}</p>`;
      at++;
      continue;
    }
    let end = at;
    while (items[end] && items[end]?.marker.kind !== "text") end++;
    const group = items.slice(at, end);
    html += countsAsList(group)
      ? listHtml(group)
      : group
          .map(({ marker, html: words, style }) =>
            marker.kind === "bullet"
              ? `<ul><li>${words}</li></ul>`
              : `<p${style}>${numbered(marker, words)}</p>`,
          )
          .join("");
    at = end;
  }
  return html;
}

/** Every number is what the browser would write. */
function countsAsList(items: readonly Item[]): boolean {
  const counts: { list: string; kind: string; count: number }[] = [];
  for (const { marker, list } of items) {
    const { level, kind, number } = marker;
    counts.length = Math.min(counts.length, level + 1);
    const before = counts[level];
    const isNext = before?.list === list && before.kind === kind;
    const count = isNext ? before.count + 1 : 1;
    counts[level] = { list, kind, count };
    if (kind === "number" && number !== count) return false;
  }
  return true;
}

function listHtml(items: readonly Item[]): string {
  let html = "";
  for (let at = 0; at < items.length; ) {
    const first = items[at];
    if (!first) break;
    const { level, kind } = first.marker;
    const tag = kind === "bullet" ? "ul" : "ol";
    html += `<${tag}>`;
    while (at < items.length) {
      const item = items[at];
      if (!item || item.marker.level < level) break;
      const isSame = item.marker.kind === kind && item.list === first.list;
      if (item.marker.level === level && !isSame) break;
      at++;
      let end = at;
      while ((items[end]?.marker.level ?? -1) > level) end++;
      html += `<li>${item.html}${listHtml(items.slice(at, end))}</li>`;
      at = end;
    }
    html += `</${tag}>`;
  }
  return html;
}
