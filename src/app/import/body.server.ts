import { escapeText } from "../../lib/text/plain-text.ts";
import { headingKind } from "../article/summary/service.server.ts";

/** Parts of a book from the outer to the inner. */
const RANKS = ["编", "分编", "篇", "章", "节"];

/** 第一章 总 则 -> 第一章 总则: the space was for the eye of the printed page. */
const tidyHeading = (text: string): string =>
  text.replace(/(^|\s)(\p{Script=Han})\s+(\p{Script=Han})$/u, "$1$2$3");

/** HTML of plain paragraphs: headings of chapters and sections as h2 to h4, the rest as p. */
export function htmlOf(paragraphs: string[]): string {
  const kinds = new Set(paragraphs.map(headingKind));
  const present = RANKS.filter((rank) => kinds.has(rank));
  return paragraphs
    .map((paragraph) => {
      const kind = headingKind(paragraph);
      if (!kind) return `<p>${escapeText(paragraph)}</p>`;
      const level = Math.min(2 + present.indexOf(kind), 4);
      return `<h${level}>${escapeText(tidyHeading(paragraph))}</h${level}>`;
    })
    .join("\n");
}
