import { type SQL, sql } from "drizzle-orm";
import { fold, titleGrams, wordsOf } from "./words.server.ts";

/** What is searched of an article; plain text, no markup. */
export type Searchable = { title: string; keywords: string; summary: string; text: string };

/**
 * PostgreSQL refuses a tsvector of 1 MB; an entry takes its bytes and at most 20 more. Words are put
 * in from the most important to the least, so what does not fit is the end of a very long text.
 */
const MAX_BYTES = 700_000;
const ENTRY_BYTES = 20;

/** Occurrences beyond this say nothing more about relevance. */
const MAX_COUNT = 5;

/**
 * The text form of a tsvector: words of the title weigh A, keywords B, summary C, text D. Positions
 * only carry weight and number of occurrences: they are no places in the text.
 */
export function searchVector({ title, keywords, summary, text }: Searchable): string {
  const counts = new Map<string, [a: number, b: number, c: number, d: number]>();
  let bytes = 0;
  const count = (words: string[], weight: 0 | 1 | 2 | 3) => {
    for (const word of words) {
      let found = counts.get(word);
      if (!found) {
        bytes += Buffer.byteLength(word) + ENTRY_BYTES;
        if (bytes > MAX_BYTES) return;
        found = [0, 0, 0, 0];
        counts.set(word, found);
      }
      found[weight] = Math.min(found[weight] + 1, MAX_COUNT);
    }
  };
  const foldedTitle = fold(title);
  count(titleGrams(foldedTitle), 0);
  count(wordsOf(foldedTitle), 0);
  count(wordsOf(fold(keywords)), 1);
  count(wordsOf(fold(summary)), 2);
  count(wordsOf(fold(text)), 3);
  return Array.from(counts, ([word, weights]) => lexeme(word, weights)).join(" ");
}

/** A word that stands once in the text needs no place: none means D. */
function lexeme(word: string, weights: readonly number[]): string {
  if (weights.join("") === "0001") return quoteLexeme(word);
  const places: string[] = [];
  for (const [index, count] of weights.entries()) {
    for (let nth = 0; nth < count; nth++) places.push(`${places.length + 1}${"ABCD"[index]}`);
  }
  return `${quoteLexeme(word)}:${places.join(",")}`;
}

/** A lexeme in the text form of tsvector and tsquery. */
export const quoteLexeme = (word: string): string =>
  `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** For the column `article.search`. */
export const searchVectorSql = (searchable: Searchable): SQL<string> =>
  sql<string>`${searchVector(searchable)}::tsvector`;
