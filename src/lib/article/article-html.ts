import { escapeText, plainText } from "../text/plain-text.ts";
import { dressNotes, dressVideos } from "./article-extras.ts";
import { dressPictures } from "./article-pictures.ts";

/** An article's text made ready for the page. */
export type DressedArticle = {
  html: string;
  /** Second-level headings with the ids they got. */
  contents: { id: string; text: string }[];
};

/**
 * Dresses clean HTML (server/rich-text) for reading: ids on headings, players for films, links to
 * notes and back, numbers on figures and tables, and tables that a phone can show. Tables with a row
 * of column headings carry each heading on its cells (`data-label`) and stack under 768 px; others
 * scroll sideways. Pure: the server dresses open texts, the browser those that it fetched with the
 * member's token.
 */
export function dressArticle(html: string): DressedArticle {
  const contents: DressedArticle["contents"] = [];
  let figures = 0;
  let tables = 0;
  const dressed = dressPictures(dressVideos(dressNotes(html)))
    .replace(/<h2( [^>]*)?>([\s\S]*?)<\/h2>/g, (_all, attributes: string | undefined, inner) => {
      const id = `part-${contents.length + 1}`;
      contents.push({ id, text: plainText(inner) });
      return `<h2 id="${id}"${attributes ?? ""}>${inner}</h2>`;
    })
    .replace(/<img /g, '<img loading="lazy" decoding="async" ')
    .replace(/<figcaption( [^>]*)?>(?!\s*图\s*\d)/g, (tag) => {
      figures++;
      return `${tag}<b class="number">图 ${figures}</b>`;
    });
  const whole = outerTables(dressed, (table) => {
    const withNumber = table.replace(/<caption( [^>]*)?>(?!\s*表\s*\d)/, (tag) => {
      tables++;
      return `${tag}<b class="number">表 ${tables}</b>`;
    });
    return dressTable(withNumber);
  });
  return { html: whole, contents };
}

/** Dresses each table that stands in no other one; those within it go along as they are. */
function outerTables(html: string, dress: (table: string) => string): string {
  let text = "";
  let depth = 0;
  let from = 0;
  for (const { 0: tag, index } of html.matchAll(/<\/?table>/g)) {
    if (tag === "<table>") {
      if (depth++ > 0) continue;
      text += html.slice(from, index);
      from = index;
    } else if (depth > 0 && --depth === 0) {
      const end = index + tag.length;
      text += dress(html.slice(from, end));
      from = end;
    }
  }
  return text + html.slice(from);
}

const SCROLL = '<div class="table-scroll" tabindex="0" role="group" aria-label="表格，可左右滚动">';

function dressTable(table: string): string {
  const head = /<thead>\s*<tr>([\s\S]*?)<\/tr>\s*<\/thead>/.exec(table)?.[1];
  const labels = [...(head ?? "").matchAll(/<th[^>]*>([\s\S]*?)<\/th>/g)].map((cell) =>
    escapeText(plainText(cell[1] ?? "")),
  );
  const isPlain = !/colspan=|rowspan=/.test(table) && table.lastIndexOf("<table>") === 0;
  if (labels.length < 2 || !isPlain) return `${SCROLL}${table}</div>`;
  const [before = "", ...rows] = table.split(/<tr>/);
  const labelled = rows.map((row) => {
    let column = -1;
    return row.replace(/<(td|th)([ >])/g, (_all, tag: string, end: string) => {
      column++;
      const label = labels[column];
      return tag === "td" && label ? `<td data-label="${label}"${end}` : `<${tag}${end}`;
    });
  });
  const stacked = [before, ...labelled].join("<tr>").replace("<table>", '<table class="stacks">');
  return `<div class="table-scroll">${stacked}</div>`;
}
