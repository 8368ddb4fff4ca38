import { opening } from "#src/lib/text/plain-text.ts";

const SUMMARY_LETTERS = 110;

const NUMBER = "[一二三四五六七八九十百零〇两\\d]+";
const HEADING = new RegExp(`^第${NUMBER}(分?编|篇|章|节)(?=\\s|$)|^附\\s*则$`);
const MAX_HEADING = 40;

/** The kind of part that a line of a law or a book is the heading of: 编, 分编, 篇, 章, 节. */
export function headingKind(paragraph: string): string | undefined {
  if (paragraph.length > MAX_HEADING || /[，。；：]/.test(paragraph)) return undefined;
  const match = HEADING.exec(paragraph);
  return match ? (match[1] ?? "章") : undefined;
}

/** Lines before the text proper: who passed it when, and when it came into force. */
const isPreamble = (paragraph: string): boolean =>
  /^[（(]?\s*\d{4}年\d{1,2}月\d{1,2}日/.test(paragraph) &&
  (paragraph.length < 60 || /(通过|修订|修正|施行|公布|发布)[》。）)]*$/.test(paragraph));

/** The summary of an open text whose writer gave none. */
export const summaryOf = (text: string): string => opening(text, SUMMARY_LETTERS);

/** The summary of an imported document: the beginning of the text proper. */
export function documentSummary(paragraphs: readonly string[]): string {
  const first = paragraphs.findIndex((each) => !headingKind(each) && !isPreamble(each));
  const text = paragraphs.slice(Math.max(0, first)).filter((each) => !headingKind(each));
  return opening(text.slice(0, 12).join(" ") || paragraphs.join(" "), SUMMARY_LETTERS);
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether a summary was made of the text itself: then it is as open as the text. */
export const isMadeOf = (text: string, summary: string): boolean =>
  [summaryOf(text), documentSummary(text.split("\n"))].some(
    (made) => oneLine(made) === oneLine(summary),
  );
