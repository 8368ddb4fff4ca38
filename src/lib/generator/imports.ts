import { type Doc, group, hard, indent, join, line } from "./print.ts";

/** `import { a, b } from "x";`; `isType` for what has no value. Nothing where nothing is needed. */
export type Import = { from: string; names: readonly string[]; isType?: boolean };

const byName = (first: string, second: string) => {
  const [a, b] = [first.replace("type ", ""), second.replace("type ", "")];
  const [low, other] = [a.toLowerCase(), b.toLowerCase()];
  return low < other ? -1 : low > other ? 1 : a < b ? -1 : 1;
};

/** Packages first, then our rooms, then the farthest folders, as the formatter sorts them. */
function distance(from: string): string {
  const ups = from.split("../").length - 1;
  const rank = from.startsWith("node:")
    ? 0
    : from.startsWith("#")
      ? 2
      : from.startsWith(".")
        ? 9 - ups
        : 1;
  return `${rank} ${from}`;
}

export function imports(all: readonly Import[]): Doc {
  const asked = all
    .filter(({ names }) => names.length > 0)
    .toSorted((a, b) => (distance(a.from) < distance(b.from) ? -1 : 1));
  return asked.map(({ from, names, isType }) => {
    const listed = [...new Set(names)].toSorted(byName);
    return [
      group(
        isType ? "import type {" : "import {",
        indent(line, ...join([",", line], listed)),
        { kind: "broken", text: "," },
        line,
        `} from "${from}";`,
      ),
      hard,
    ];
  });
}
