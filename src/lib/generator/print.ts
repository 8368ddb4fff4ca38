// A small pretty printer (Wadler's): generated code is laid out as the formatter would lay it out.

export type Doc =
  | string
  | readonly Doc[]
  | { kind: "group"; doc: Doc }
  | { kind: "indent"; doc: Doc }
  /** A line break where the group around it does not fit: else nothing, or a blank. */
  | { kind: "line"; flat: "" | " " }
  | { kind: "hard" }
  /** Only where the group around it is broken. */
  | { kind: "broken"; text: string }
  /** Never broken inside. */
  | { kind: "flat"; doc: Doc }
  /** The first that fits up to its first line break, else the last. */
  | { kind: "first"; docs: readonly Doc[] };

/** Columns of a line (biome.json). */
const WIDTH = 100;
const STEP = 2;

export const group = (...doc: Doc[]): Doc => ({ kind: "group", doc });
export const indent = (...doc: Doc[]): Doc => ({ kind: "indent", doc });
export const line: Doc = { kind: "line", flat: " " };
export const soft: Doc = { kind: "line", flat: "" };
export const hard: Doc = { kind: "hard" };

export const join = (separator: Doc, docs: readonly Doc[]): Doc[] =>
  docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));

/** `[a, b]`, one item a line where that is too wide. */
export const array = (items: readonly Doc[]): Doc =>
  items.length === 0
    ? "[]"
    : group(
        "[",
        indent(soft, ...join([",", line], items)),
        { kind: "broken", text: "," },
        soft,
        "]",
      );

/** `{ a: 1, b: 2 }`, one property a line where that is too wide. */
export const object = (items: readonly Doc[]): Doc =>
  items.length === 0
    ? "{}"
    : group(
        "{",
        indent(line, ...join([",", line], items)),
        { kind: "broken", text: "," },
        line,
        "}",
      );

/** An object that is always one property a line. */
export const tall = (items: readonly Doc[]): Doc => [
  "{",
  indent(hard, ...join([",", hard], items)),
  ",",
  hard,
  "}",
];

/** A list that is always one item a line. */
export const tallArray = (items: readonly Doc[]): Doc => [
  "[",
  indent(hard, ...join([",", hard], items)),
  ",",
  hard,
  "]",
];

/**
 * `name(a, b, { c: 1 })`: on one line, else with the last argument opened (`tall` is what it then
 * looks like), else one argument a line.
 */
export function call(name: string, args: readonly Doc[], tallLast?: Doc): Doc {
  const flat: Doc = { kind: "flat", doc: [name, "(", ...join(", ", args), ")"] };
  const others: Doc = {
    kind: "flat",
    doc: [name, "(", ...args.slice(0, -1).flatMap((arg) => [arg, ", "])],
  };
  const opened = [name, "(", indent(hard, ...join([",", hard], args)), ",", hard, ")"];
  const docs = tallLast === undefined ? [flat, opened] : [flat, [others, tallLast, ")"], opened];
  return { kind: "first", docs };
}

/** Columns a text takes: a Chinese character takes two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : NONE.test(character) ? 0 : 1;
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NONE = /\p{M}/u;

type Piece = { indent: number; isFlat: boolean; doc: Doc };

/** Whether these pieces fit into the columns that are left, up to the next line break. */
function fits(pieces: readonly Piece[], rest: readonly Piece[], columns: number): boolean {
  const stack = [...pieces];
  let left = columns;
  let next = rest.length - 1;
  while (left >= 0) {
    const piece = stack.pop() ?? rest[next--];
    if (!piece) return true;
    const { doc, isFlat } = piece;
    if (typeof doc === "string") left -= widthOf(doc);
    else if (isList(doc)) for (const each of doc.toReversed()) stack.push({ ...piece, doc: each });
    else if (doc.kind === "hard") return true;
    else if (doc.kind === "line") {
      if (!isFlat) return true;
      left -= doc.flat.length;
    } else if (doc.kind === "broken") left -= isFlat ? 0 : doc.text.length;
    else if (doc.kind === "first") {
      // Flat if it can be, as whatever is measured.
      stack.push({ ...piece, doc: doc.docs[0] ?? "" });
    } else stack.push({ ...piece, isFlat: isFlat || doc.kind === "flat", doc: doc.doc });
  }
  return false;
}

const isList = (doc: Doc): doc is readonly Doc[] => Array.isArray(doc);

/** A hard break breaks every group around it. */
function hasHard(doc: Doc): boolean {
  if (typeof doc === "string") return false;
  if (isList(doc)) return doc.some(hasHard);
  if (doc.kind === "first") return hasHard(doc.docs[0] ?? "");
  return doc.kind === "hard" || ("doc" in doc && hasHard(doc.doc));
}

/** The text of a document, without blanks at the ends of lines. */
export function print(doc: Doc): string {
  let out = "";
  let column = 0;
  const stack: Piece[] = [{ indent: 0, isFlat: false, doc }];
  const put = (text: string) => {
    out += text;
    column += widthOf(text);
  };
  const breakLine = (to: number) => {
    out = `${out.replace(/ +$/, "")}\n${" ".repeat(to)}`;
    column = to;
  };
  for (let piece = stack.pop(); piece; piece = stack.pop()) {
    const { doc: each, isFlat } = piece;
    if (typeof each === "string") put(each);
    else if (isList(each)) {
      for (const part of each.toReversed()) stack.push({ ...piece, doc: part });
    } else if (each.kind === "hard") breakLine(piece.indent);
    else if (each.kind === "line") {
      if (isFlat) put(each.flat);
      else breakLine(piece.indent);
    } else if (each.kind === "broken") put(isFlat ? "" : each.text);
    else if (each.kind === "indent") {
      stack.push({ ...piece, indent: piece.indent + STEP, doc: each.doc });
    } else if (each.kind === "flat") stack.push({ ...piece, isFlat: true, doc: each.doc });
    else if (each.kind === "first") {
      const chosen = each.docs.find(
        (choice) => isFlat || fits([{ ...piece, doc: choice }], stack, WIDTH - column),
      );
      stack.push({ ...piece, doc: chosen ?? each.docs.at(-1) ?? "" });
    } else {
      const flat = { ...piece, isFlat: true, doc: each.doc };
      const isNarrow = isFlat || (!hasHard(each.doc) && fits([flat], stack, WIDTH - column));
      stack.push({ ...flat, isFlat: isNarrow });
    }
  }
  return out.replace(/ +$/gm, "");
}
