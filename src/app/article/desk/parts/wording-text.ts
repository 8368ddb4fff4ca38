import { escapeTags } from "#src/lib/text/plain-text.ts";

/** What a browser's HTML holds between tags, and the tags. */
const PIECES = /(<[^>]*>)|([^<]+)/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The word with blanks between its characters is the word still (国 家 认 证). */
const patternOf = (word: string): RegExp =>
  new RegExp([...word].map(escaped).join("[\\s\\u3000]*"), "giu");

/** Puts `next` for every place of the word in a plain text; says how many there were. */
export function replaceWord(
  text: string,
  word: string,
  next: string,
): { text: string; count: number } {
  let count = 0;
  const replaced = text.replace(patternOf(word), () => {
    count++;
    return next;
  });
  return { text: replaced, count };
}

/** The same in HTML: only in what is read, never within tags. A word across two tags stays. */
export function replaceWordInHtml(
  html: string,
  word: string,
  next: string,
): { text: string; count: number } {
  let count = 0;
  const text = html.replace(PIECES, (_all, tag: string | undefined, words: string | undefined) => {
    if (tag !== undefined) return tag;
    const done = replaceWord(words ?? "", escapeTags(word), escapeTags(next));
    count += done.count;
    return done.text;
  });
  return { text, count };
}
