import { escapeText, opening } from "../../lib/plain-text.ts";

const NUMBER = "[一二三四五六七八九十百零〇两\\d]+";
const HEADING = new RegExp(`^第${NUMBER}(分?编|篇|章|节)(?=\\s|$)|^附\\s*则$`);
const MAX_HEADING = 40;

/** Parts of a book from the outer to the inner. */
const RANKS = ["编", "分编", "篇", "章", "节"];

function headingKind(paragraph: string): string | undefined {
  if (paragraph.length > MAX_HEADING || /[，。；：]/.test(paragraph)) return undefined;
  const match = HEADING.exec(paragraph);
  return match ? (match[1] ?? "章") : undefined;
}

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

/** Lines before the text proper: who passed it when, and when it came into force. */
const isPreamble = (paragraph: string): boolean =>
  /^[（(]?\s*\d{4}年\d{1,2}月\d{1,2}日/.test(paragraph) &&
  (paragraph.length < 60 || /(通过|修订|修正|施行|公布|发布)[》。）)]*$/.test(paragraph));

const SUMMARY_LETTERS = 110;

/** The beginning of the text proper. */
export function summaryOf(paragraphs: string[]): string {
  const first = paragraphs.findIndex((each) => !headingKind(each) && !isPreamble(each));
  const text = paragraphs.slice(Math.max(0, first)).filter((each) => !headingKind(each));
  return opening(text.slice(0, 12).join(" ") || paragraphs.join(" "), SUMMARY_LETTERS);
}
