import { quoteLexeme } from "./vector.server.ts";
import { fold, gramsInside, lettersOf, queryWords, titleGrams } from "./words.server.ts";

/** Longer questions are cut: they cost more and find less. */
export const MAX_LETTERS = 100;
const MAX_WORDS = 20;

/** How much of the query an article must have: all of it, its longer words, or any word. */
export type Strictness = "all" | "words" | "any";

export type Query = {
  /** The typed text, cut and trimmed; empty: nothing to search for. */
  text: string;
  isCut: boolean;
  /** Folded words and phrases to mark in results. */
  terms: string[];
  /** Letters of the folded query, for comparing with a whole title. */
  letters: string;
  /** tsquery of titles that contain every part of the query as it stands. */
  title: string | undefined;
  /** tsquery of titles that are the query and nothing else, and of those that begin with it. */
  sameTitle: string | undefined;
  titleStart: string | undefined;
  /** tsquery of titles with every word of the query, in any order. */
  titleWords: string | undefined;
  /** tsquery of each strictness, without those that would ask the same again. */
  steps: { strictness: Strictness; match: string }[];
  /** tsquery that ranks: any of the words. */
  rank: string | undefined;
};

/** Reads the typed text; any string is fine. */
export function parseQuery(input: string): Query {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
  const clean = input.slice(0, MAX_LETTERS * 8).replace(/[\u0000-\u001f\u007f\s]+/g, " ");
  const letters = Array.from(clean.toWellFormed().trim());
  const text = letters.slice(0, MAX_LETTERS).join("").trim();
  const folded = fold(text);
  const found = queryWords(folded);
  const words = found.words.slice(0, MAX_WORDS);
  const strict = found.strict.slice(0, MAX_WORDS);
  const parts = folded.split(/\s+/).filter((part) => lettersOf(part) !== "");
  const title = parts.length > 0 ? all(parts.flatMap(titleTests)) : undefined;
  const grams = titleGrams(folded);
  return {
    text,
    isCut: letters.length > MAX_LETTERS || input.length > MAX_LETTERS * 8,
    terms: termsOf(parts, words),
    letters: lettersOf(folded),
    title,
    sameTitle: title && all(grams.map(quoteLexeme)),
    titleStart: title && all(grams.slice(0, -1).map(quoteLexeme)),
    titleWords: words.length > 0 ? all(words.flatMap(titleTests)) : title,
    steps: stepsOf(title, words, strict),
    rank: strict.length > 0 ? strict.map(quoteLexeme).join(" | ") : undefined,
  };
}

const all = (tests: string[]): string => tests.join(" & ");

const isLong = (word: string) => word.length > 1;

/** A single letter is in every pair that begins with it: as `x$` where it ends the title. */
function titleTests(part: string): string[] {
  const grams = gramsInside(part);
  if (grams.length > 0) return grams.map(quoteLexeme);
  return [`${quoteLexeme(`_${lettersOf(part)}`)}:*`];
}

function stepsOf(title: string | undefined, words: string[], strict: string[]): Query["steps"] {
  const long = words.filter(isLong);
  const steps: Query["steps"] = [];
  const add = (strictness: Strictness, match: string | undefined) => {
    if (match && !steps.some((step) => step.match === match)) steps.push({ strictness, match });
  };
  const inText = strict.length > 0 ? `(${all(strict.map(quoteLexeme))})` : undefined;
  // A title with the query in it has all its words anyway, but for characters that stand alone.
  const isSure = inText !== undefined && strict.length === long.length;
  add("all", [inText, isSure ? "" : title && `(${title})`].filter(Boolean).join(" | "));
  add("words", all((long.length > 0 ? long : words).map(quoteLexeme)));
  add("any", (long.length > 0 ? long : words).map(quoteLexeme).join(" | "));
  return steps;
}

/** Single characters are marked only where the query has nothing longer. */
function termsOf(parts: string[], words: string[]): string[] {
  const phrases = parts.flatMap((part) => part.match(/[\p{L}\p{N}]+/gu) ?? []);
  const terms = [...new Set([...phrases, ...words])];
  return terms.some(isLong) ? terms.filter(isLong) : terms;
}
