import fs from "node:fs";
import { createRequire } from "node:module";
import { Jieba } from "@node-rs/jieba";
import { Converter } from "opencc-js/t2cn";

// Words of a text, cut the same way for the index and for a query.

let jieba: Jieba | undefined;
let convert: ((text: string) => string) | undefined;

/** Fold of each UTF-16 unit where that is one unit; else 0: several, or half a character. */
const plainUnit = new Uint16Array(0x10000);
/** 1 for each unit that simplifying may change. */
const isTraditional = new Uint8Array(0x10000);

const plain = (char: string): string => char.normalize("NFKC").toLowerCase();

/** Loads the dictionaries (a third of a second), which the first use would do otherwise. */
export function loadWords(): void {
  if (jieba) return;
  // Its own module for that keeps ten megabytes of files for good, one of which nothing here asks for.
  const dictionary = createRequire(import.meta.url).resolve("@node-rs/jieba/dict.txt");
  jieba = Jieba.withDict(fs.readFileSync(dictionary));
  convert = Converter({ from: "t", to: "cn" });
  for (let unit = 1; unit < 0x10000; unit++) {
    const isHalf = unit >= 0xd800 && unit < 0xe000;
    const char = String.fromCharCode(unit);
    const folded = isHalf ? "" : plain(char);
    plainUnit[unit] = folded.length === 1 ? folded.charCodeAt(0) : 0;
    const isHan = unit >= 0x3400 && unit < 0xa000;
    // Beyond the plane of usual characters: a half says nothing, the converter decides.
    isTraditional[unit] = isHalf || (isHan && convert(char) !== char) ? 1 : 0;
  }
}

/**
 * A text as it is compared: compatibility forms unified (NFKC), lower case, traditional characters
 * simplified. `origin[i]` is the index in `shown` of the character that `folded[i]` came from;
 * `shown` is the text itself with composed accents (NFC), `origin[folded.length]` its length.
 */
export type Folded = { shown: string; folded: string; origin: Uint32Array };

export function foldWithOrigin(text: string): Folded {
  const shown = text.normalize("NFC");
  const folded = foldUnits(shown);
  // Nearly always each character stays one; else they are followed one by one.
  if (folded?.length !== shown.length) return foldByCharacter(shown);
  const origin = new Uint32Array(folded.length + 1);
  for (let index = 0; index < origin.length; index++) origin[index] = index;
  return { shown, folded, origin };
}

/** The folded text where every unit folds to one, else undefined. */
function foldUnits(shown: string): string | undefined {
  loadWords();
  const units = new Uint16Array(shown.length);
  for (let index = 0; index < units.length; index++) {
    const unit = plainUnit[shown.charCodeAt(index)];
    if (!unit) return undefined;
    units[index] = unit;
  }
  return simplified(Buffer.from(units.buffer).toString("utf16le"));
}

function foldByCharacter(shown: string): Folded {
  const units: string[] = [];
  const from: number[] = [];
  let index = 0;
  for (const char of shown) {
    for (const unit of plain(char)) {
      units.push(unit);
      from.push(index);
    }
    index += char.length;
  }
  // Phrase by phrase where that keeps one character for each: 乾隆 stays, 乾淨 is 干净.
  const whole = Array.from(simplified(units.join("")));
  const simple = whole.length === units.length ? whole : units.map(simplified);
  const folded = simple.join("");
  const origin = new Uint32Array(folded.length + 1);
  let at = 0;
  for (let unit = 0; unit < simple.length; unit++) {
    for (let rest = simple[unit]?.length ?? 0; rest > 0; rest--) origin[at++] = from[unit] ?? 0;
  }
  origin[at] = shown.length;
  return { shown, folded, origin };
}

/** The folded text alone. */
export const fold = (text: string): string => foldWithOrigin(text).folded;

/** The converter takes its time: it gets only the runs that have something for it. */
function simplified(text: string): string {
  loadWords();
  let result = "";
  let done = 0;
  for (let index = 0; index < text.length; index++) {
    if (!isTraditional[text.charCodeAt(index)]) continue;
    // The run around it, so that phrases are seen whole.
    let from = index;
    while (from > done && isWordUnit(text.charCodeAt(from - 1))) from--;
    let to = index + 1;
    while (to < text.length && isWordUnit(text.charCodeAt(to))) to++;
    result += text.slice(done, from) + (convert?.(text.slice(from, to)) ?? "");
    done = to;
    index = to - 1;
  }
  return done === 0 ? text : result + text.slice(done);
}

const isWordUnit = (unit: number): boolean => unit >= 0x3400 && unit < 0xe000;

/** Too frequent to tell texts apart; as part of a word they count. */
const STOP = new Set("的了着吗呢吧啊呀和与及或在是等也都就把被");

/**
 * A run of Han characters goes to the cutter in pieces: it, and the pattern, follow a run to its end on
 * the stack. No sentence is so long that a word cut there would be a loss.
 */
const RUNS = /(\p{Script=Han}{1,10000})|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;

/** A run of letters or digits is cut there, in texts and queries alike. */
const MAX_LATIN = 64;

/**
 * Every word of a folded text as often as it occurs: all words of the dictionary, overlapping ones
 * too, so that a query finds its words however this text is cut, and characters that stand alone.
 * Names that no dictionary has are found by pairs: a character with its neighbour.
 */
export function wordsOf(folded: string): string[] {
  loadWords();
  const words: string[] = [];
  for (const [run, han] of folded.matchAll(RUNS)) {
    if (!han) words.push(run.slice(0, MAX_LATIN));
    else {
      for (const word of jieba?.cutAll(han) ?? []) if (!isSingle(word)) words.push(word);
      const cut = jieba?.cut(han, false) ?? [];
      for (const word of cut) if (isSingle(word) && !STOP.has(word)) words.push(word);
      for (const pair of pairsOf(cut)) words.push(pair);
    }
  }
  return words;
}

const isSingle = (word: string) => word.length === 1 || Array.from(word).length === 1;

function pairsOf(cut: string[]): string[] {
  const pairs: string[] = [];
  for (let index = 1; index < cut.length; index++) {
    const left = cut[index - 1] ?? "";
    const right = cut[index] ?? "";
    const isPair = (isSingle(left) && !STOP.has(left)) || (isSingle(right) && !STOP.has(right));
    if (isPair) pairs.push((Array.from(left).at(-1) ?? "") + (Array.from(right)[0] ?? ""));
  }
  return pairs;
}

/**
 * Words a folded query asks for, without repetitions. `strict` adds the pairs of characters that
 * stand beside each other alone.
 */
export function queryWords(folded: string): { words: string[]; strict: string[] } {
  loadWords();
  const words: string[] = [];
  const pairs: string[] = [];
  for (const [run, han] of folded.matchAll(RUNS)) {
    if (!han) words.push(run.slice(0, MAX_LATIN));
    else {
      const cut = jieba?.cut(han, false) ?? [];
      for (const word of cut) if (!STOP.has(word)) words.push(word);
      for (let index = 1; index < cut.length; index++) {
        const [left = "", right = ""] = [cut[index - 1], cut[index]];
        const isPair = isSingle(left) && isSingle(right) && !(STOP.has(left) && STOP.has(right));
        if (isPair) pairs.push(left + right);
      }
    }
  }
  const unique = [...new Set(words)];
  return { words: unique, strict: [...new Set([...unique, ...pairs])] };
}

/** Letters, digits and characters of a folded text, everything else taken out. */
export const lettersOf = (folded: string): string => folded.replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Lexemes of a title that no word can equal: `_` and two neighbouring characters, with `^` before
 * the first and `$` after the last. Any part of a title is found by them, however short.
 */
export function titleGrams(folded: string): string[] {
  const letters = lettersOf(folded);
  return letters ? gramsOf(["^", ...letters, "$"]) : [];
}

/** The title lexemes that a title containing this text has; one character: every pair with it. */
export function gramsInside(folded: string): string[] {
  return gramsOf(Array.from(lettersOf(folded)));
}

const gramsOf = (chars: string[]): string[] =>
  chars.slice(1).map((char, index) => `_${chars[index] ?? ""}${char}`);
