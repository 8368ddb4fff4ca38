import { type SQL, sql } from "drizzle-orm";
import { fold, titleGrams, wordsOf } from "./words.server.ts";

/** The searched parts of an article; plain text, no markup. */
export type Searchable = { title: string; keywords: string; summary: string; text: string };

/**
 * PostgreSQL refuses a tsvector whose words and places take 1 MB: a word takes its bytes, and where it
 * has places a few more for each. Words are put in from the most important to the least, so what does
 * not fit is the end of a text of some 100,000 different words.
 */
const MAX_BYTES = 1_000_000;
const PLACES_BYTES = 3;
const PLACE_BYTES = 2;

/** Occurrences beyond this say nothing more about relevance. */
const MAX_COUNT = 5;

type Weights = [a: number, b: number, c: number, d: number];

/** Whether it needs no place: a word that stands once, in the text. None means D. */
const isPlain = ([a, b, c, d]: Weights) => a + b + c === 0 && d === 1;

/** The words of a text with how often they stand in its parts; `isWhole`: there was room for all. */
function countWords({ title, keywords, summary, text }: Searchable) {
  const counts = new Map<string, Weights>();
  let bytes = 0;
  let isWhole = true;
  const count = (words: string[], weight: 0 | 1 | 2 | 3) => {
    for (const word of words) {
      const found = counts.get(word);
      if (found?.[weight] === MAX_COUNT) continue;
      const more = found ? costOfMore(found) : costOfNew(word, weight);
      if (bytes + more > MAX_BYTES) {
        isWhole &&= found !== undefined;
        continue;
      }
      bytes += more;
      const weights: Weights = found ?? [0, 0, 0, 0];
      weights[weight]++;
      if (!found) counts.set(word, weights);
    }
  };
  const foldedTitle = fold(title);
  count(titleGrams(foldedTitle), 0);
  count(wordsOf(foldedTitle), 0);
  count(wordsOf(fold(keywords)), 1);
  count(wordsOf(fold(summary)), 2);
  count(wordsOf(fold(text)), 3);
  return { counts, isWhole };
}

/** Bytes of a word that was not there yet. */
const costOfNew = (word: string, weight: 0 | 1 | 2 | 3): number =>
  Buffer.byteLength(word) + (weight === 3 ? 0 : PLACES_BYTES + PLACE_BYTES);

/** Bytes of another occurrence: a plain word gets its places only now, for both of them. */
const costOfMore = (weights: Weights): number =>
  isPlain(weights) ? PLACES_BYTES + 2 * PLACE_BYTES : PLACE_BYTES;

/**
 * The text form of a tsvector: words of the title weigh A, keywords B, summary C, text D. Positions
 * only carry weight and number of occurrences: they are no places in the text.
 */
export const searchVector = (searchable: Searchable): string =>
  Array.from(countWords(searchable).counts, ([word, weights]) => lexeme(word, weights)).join(" ");

/** However it is made, so short a text has no more words than there is room for. */
const SURELY_WHOLE = 50_000;

/** Whether every word of it can be searched. */
export const isSearchedWhole = (searchable: Searchable): boolean =>
  searchable.text.length < SURELY_WHOLE || countWords(searchable).isWhole;

function lexeme(word: string, weights: Weights): string {
  if (isPlain(weights)) return quoteLexeme(word);
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
