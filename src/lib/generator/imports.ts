/** `import { a, b } from "x";`; `isType` for what has no value. Nothing where nothing is needed. */
export type Import = { from: string; names: readonly string[]; isType?: boolean };

/** A line an import; the formatter sorts them. */
export const imports = (all: readonly Import[]): string =>
  all
    .filter(({ names }) => names.length > 0)
    .map(({ from, names, isType }) => {
      const listed = [...new Set(names)].join(", ");
      return `import ${isType ? "type " : ""}{ ${listed} } from "${from}";\n`;
    })
    .join("");
