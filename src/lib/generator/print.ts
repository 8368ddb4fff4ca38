// Pieces of generated code as plain text, which `npm run fix` shapes like all other code.

export type Doc = string | readonly Doc[];

export const print = (doc: Doc): string =>
  typeof doc === "string" ? doc : doc.map(print).join("");

export const hard = "\n";

/** Moves what begins a line inside by a step. */
export const indent = (...doc: Doc[]): string => print(doc).replaceAll("\n", "\n  ");

export const join = (separator: string, docs: readonly Doc[]): string =>
  docs.map(print).join(separator);

export const array = (items: readonly Doc[]): string => `[${join(", ", items)}]`;

export const object = (items: readonly Doc[]): string =>
  items.length === 0 ? "{}" : `{ ${join(", ", items)} }`;

const lines = (items: readonly Doc[]): string => indent(...items.map((item) => [hard, item, ","]));

/** An object that is always one property a line. */
export const tall = (items: readonly Doc[]): string => `{${lines(items)}\n}`;

/** A list that is always one item a line. */
export const tallArray = (items: readonly Doc[]): string => `[${lines(items)}\n]`;

export const call = (name: string, args: readonly Doc[]): string => `${name}(${join(", ", args)})`;
