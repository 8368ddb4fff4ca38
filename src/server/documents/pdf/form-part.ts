import type { Cell, Row } from "./grid.ts";

/** A part of a form: its heading and its rows. */
export interface Part {
  readonly title: string;
  readonly rows: readonly Row[];
}

const LABEL = 70;
/** A line to sign on. */
export const SIGN_LINE = "________________";
/** Height of a row that somebody can write in by hand. */
const HAND = 27;

/**
 * A row of labels and texts in turn. Labels are 70 points wide, the texts share the rest of `width` by
 * `shares`; without them alike.
 */
export function pairs(
  width: number,
  parts: readonly (readonly [label: string, text: string | undefined])[],
  shares: readonly number[] = parts.map(() => 1 / parts.length),
): Row {
  const rest = width - parts.length * LABEL;
  const cells = parts.flatMap(([label, text], i): Cell[] => [
    { text: label, width: LABEL, isHead: true },
    { text: text ?? "", width: rest * (shares[i] ?? 0) },
  ]);
  return { cells, least: HAND };
}

/** A row with one long text; empty it leaves `open` points to write in. */
export function long(width: number, label: string, text: string | undefined, open: number): Row {
  return {
    cells: [
      { text: label, width: LABEL, isHead: true },
      { text: text ?? "", width: width - LABEL, isLong: true },
    ],
    least: text ? 44 : open,
  };
}

/** A row to sign: `text` above, the lines of `foot` at the bottom right. */
export function signed(
  width: number,
  label: string,
  text: string,
  foot: readonly string[],
  height: number,
): Row {
  return {
    cells: [
      { text: label, width: LABEL, isHead: true },
      { text, width: width - LABEL, foot },
    ],
    least: height,
  };
}

export const DATE_LINE = "        年      月      日";

/** A row of plain texts, `shares` of `width`; `isHead`: it names the columns below it. */
export function columns(
  width: number,
  shares: readonly number[],
  texts: readonly (string | undefined)[],
  isHead = false,
): Row {
  const cells = texts.map(
    (text, i): Cell => ({
      text: text ?? "",
      width: width * (shares[i] ?? 0),
      isHead,
      align: "center",
    }),
  );
  return { cells, least: HAND };
}

/** 同意公开 or not; both to tick where nothing is known. */
export function ticked(value: boolean | undefined): string {
  if (value === undefined) return "□ 同意    □ 不同意";
  return value ? "同意" : "不同意";
}
