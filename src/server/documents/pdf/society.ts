import { group, path } from "#src/lib/art/mark.ts";
import { type Paper, style } from "./paper.ts";

/** The sign of the society on a field of 64 × 64 units: the roof 宀 over the rings of a tree. */
export const logo = group(
  { fill: "none", "stroke-linecap": "round", "stroke-width": 4 },
  path("M4 24.5C16 22 26 15.5 32 5c6 10.5 16 17 28 19.5", { stroke: "#0a5fbf", "stroke-width": 5 }),
  path("M12 33a20.5 20.5 0 1 0 40 0", { stroke: "#0a5fbf" }),
  path("M18.8 35.5a13.5 13.5 0 1 0 26.4 0", { stroke: "#1890ff" }),
  path("M25.5 37.5a6.6 6.6 0 1 0 13 0", { stroke: "#0a5fbf", "stroke-width": 3.6 }),
  path("M27.4 32a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1-9.2 0z", { fill: "#c23a22" }),
);

/** The sign and the name at the top left of a page; `width` is what the name may take. */
export function letterhead(
  paper: Paper,
  society: string,
  x: number,
  y: number,
  width: number,
): void {
  paper.artifact(() => paper.drawing(logo, x, y - 2, 28 / 64));
  const full = style("title", 12.5, { spacing: 1 });
  const { lines, style: used } = paper.type.fitted(society, full, width, { most: 2, least: 10 });
  const high = paper.heightOf(lines.length, used);
  paper.tagged("P", () => paper.lines(lines, used, x + 38, y + 12 - high / 2, width));
}
