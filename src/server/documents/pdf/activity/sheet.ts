import { INK_2, mm, type Paper, style as styled } from "../paper.ts";
import type { Line, TextStyle } from "../typeset.ts";

/** Places of one size on a page of A4. Lengths are points; gaps lie between the places. */
export interface Sheet {
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly gapX: number;
  readonly gapY: number;
}

/** Draws each of `items` at its place, row by row, on as many pages as they need. */
export function eachOnSheet<T>(
  paper: Paper,
  { across, down, width, height, left, top, gapX, gapY }: Sheet,
  items: readonly T[],
  draw: (item: T, x: number, y: number) => void,
): void {
  items.forEach((item, i) => {
    const on = i % (across * down);
    if (on === 0 && i > 0) paper.newPage();
    const [column, row] = [on % across, Math.floor(on / across)];
    draw(item, left + column * (width + gapX), top + row * (height + gapY));
  });
}

/** Smaller than this nobody reads it; what is longer still stays whole and grows down. */
const LEAST = 4.5;

/** `text` at the largest size, from the style's down, at which all of it fits in the room. */
export function fittedIn(
  paper: Paper,
  text: string,
  style: TextStyle,
  { width, height }: { width: number; height: number },
): { lines: readonly Line[]; style: TextStyle } {
  for (let { size } = style; ; size -= 0.5) {
    const used = { ...style, size };
    const lines = text ? paper.type.lines(text, used, width) : [];
    const fits = paper.heightOf(lines.length, used) <= height;
    if (fits || size <= LEAST) return { lines, style: used };
  }
}

/**
 * A name on one line at the style's size or somewhat smaller; a long one on two lines at `small` or below, so that what
 * stands under it keeps its room.
 */
export function fittedName(
  paper: Paper,
  name: string,
  style: TextStyle,
  { width, small, least }: { width: number; small: number; least: number },
): { lines: readonly Line[]; style: TextStyle } {
  const one = paper.type.fitted(name, style, width, { most: 1, least: small });
  if (one.lines.length === 1) return one;
  return paper.type.fitted(name, { ...style, size: small }, width, { most: 2, least });
}

/** Below the places of the last page: which characters have to be written by hand. */
export function noteBelow(paper: Paper): void {
  const note = paper.missingNote();
  if (!note) return;
  const words = styled("sans", 7.5, { colour: INK_2, lead: 1.2 });
  const x = mm(25);
  paper.tagged("P", () => paper.text(note, words, x, paper.height - mm(9), paper.width - 2 * x));
}
