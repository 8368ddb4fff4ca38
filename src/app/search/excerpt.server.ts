import { type Folded, foldWithOrigin } from "./words.server.ts";

/** A piece of shown text; `hit`: the searched words stand there. Never HTML. */
export type Segment = { text: string; hit: boolean };

type Range = { start: number; end: number; term: number };

const isLatin = (char: string | undefined) => char !== undefined && /[a-z0-9]/.test(char);

/** Where folded terms stand in a folded text, in order; a Latin term only as a whole word. */
function hitsIn(folded: string, terms: string[]): Range[] {
  const hits: Range[] = [];
  for (const [term, text] of terms.entries()) {
    let found = 0;
    for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + 1)) {
      const end = at + text.length;
      const isInside =
        (isLatin(text[0]) && isLatin(folded[at - 1])) ||
        (isLatin(text.at(-1)) && isLatin(folded[end]));
      if (!isInside) hits.push({ start: at, end, term });
      if (++found >= MAX_HITS) break;
    }
  }
  return hits.sort((a, b) => a.start - b.start);
}

/** Of one term in one text. */
const MAX_HITS = 300;

/** The text cut at the hits, from and to an index of `shown`. */
function segmentsOf({ shown, origin }: Folded, hits: Range[], from: number, to: number): Segment[] {
  const segments: Segment[] = [];
  let at = from;
  const add = (end: number, hit: boolean) => {
    if (end <= at) return;
    const text = shown.slice(at, end);
    const last = segments.at(-1);
    if (last?.hit === hit) last.text += text;
    else segments.push({ text, hit });
    at = end;
  };
  for (const { start, end } of hits) {
    const [first, last] = [origin[start] ?? 0, afterUnit(origin, end)];
    if (last <= from || first >= to) continue;
    add(Math.min(first, to), false);
    add(Math.min(last, to), true);
  }
  add(to, false);
  return segments;
}

/** One character can fold to several: the hit ends where the next other character begins. */
function afterUnit(origin: Uint32Array, end: number): number {
  const last = origin[end - 1];
  let index = end;
  while (index < origin.length - 1 && origin[index] === last) index++;
  return origin[index] ?? 0;
}

/** A whole text, a title for instance, with its hits. Terms are folded. */
export function highlight(text: string, terms: string[]): Segment[] {
  const folded = foldWithOrigin(text);
  const hits = hitsIn(folded.folded, terms);
  return segmentsOf(folded, hits, 0, folded.shown.length);
}

/** Letters of an excerpt, and how many of them may stand before the first hit. */
const LENGTH = 90;
const BEFORE = 24;

/**
 * About 90 letters around the place of these texts where most different terms stand together, from
 * the beginning of a sentence where one begins near; undefined when none of the terms is there.
 */
export function excerptAtHit(texts: string[], terms: string[]): Segment[] | undefined {
  let best: { folded: Folded; hits: Range[]; score: number; start: number } | undefined;
  for (const text of texts) {
    const folded = foldWithOrigin(oneLine(text));
    const hits = hitsIn(folded.folded, terms);
    const place = densest(hits);
    if (place && place.score > (best?.score ?? 0)) best = { folded, hits, ...place };
  }
  return best && cutOut(best.folded, best.hits, best.start);
}

/** Paragraphs joined: after a mark of punctuation no space is needed. */
const oneLine = (text: string): string =>
  text
    .trim()
    .replace(/(?<=[。！？；：，、”’」』）])\s+/g, "")
    .replace(/\s+/g, " ");

/** The same, or the beginning of the text where no term is in it. */
export function excerpt(text: string, terms: string[]): Segment[] {
  return excerptAtHit([text], terms) ?? cutOut(foldWithOrigin(oneLine(text)), [], 0);
}

function cutOut(folded: Folded, hits: Range[], at: number): Segment[] {
  const { shown, origin } = folded;
  const start = beginning(shown, origin[at] ?? 0);
  let from = start;
  let to = safeCut(shown, Math.min(shown.length, start + LENGTH));
  // Half a marked word reads as another one: it comes in whole.
  for (const hit of hits) {
    const [first, last] = [origin[hit.start] ?? 0, afterUnit(origin, hit.end)];
    if (first < start && last > start) from = Math.min(from, first);
    if (first < to && last > to) to = last;
  }
  const segments = segmentsOf(folded, hits, from, to);
  if (from > 0) segments.unshift({ text: "……", hit: false });
  if (to < shown.length) segments.push({ text: "……", hit: false });
  return segments;
}

/** Start of the first hit of the best window: different terms count most, then hits. */
function densest(hits: Range[]): { score: number; start: number } | undefined {
  let best: { score: number; start: number } | undefined;
  let right = 0;
  const inside = new Map<number, number>();
  for (const [left, { start, term }] of hits.entries()) {
    for (; right < hits.length; right++) {
      const next = hits[right];
      if (!next || next.end - start > LENGTH - BEFORE) break;
      inside.set(next.term, (inside.get(next.term) ?? 0) + 1);
    }
    const score = inside.size * 100 + Math.min(right - left, 50);
    if (score > (best?.score ?? 0)) best = { score, start };
    const count = (inside.get(term) ?? 0) - 1;
    if (count > 0) inside.set(term, count);
    else inside.delete(term);
  }
  return best;
}

/** The beginning of the sentence or clause, if it is near, else a few letters before the hit. */
function beginning(shown: string, hit: number): number {
  if (hit <= BEFORE) return 0;
  const before = shown.slice(hit - BEFORE, hit);
  for (const marks of [/[。！？；]/g, /[，：、 ]/g]) {
    const last = [...before.matchAll(marks)].at(-1);
    if (last) return hit - BEFORE + last.index + 1;
  }
  return safeCut(shown, hit - BEFORE / 2);
}

/** Never between the halves of a surrogate pair. */
const safeCut = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at;
