import { Pen, path, svg } from "./mark.ts";

/** The lattice strip on top of the footer: a tile of 240 × 24 units that joins itself. */
export function footerStripSvg(): string {
  const pen = new Pen(1);
  for (let x = 0; x < 240; x += 60) {
    pen.move([x, 0]).line([x, 20]);
    pen.move([x, 9]).line([x + 12, 9]);
    pen.move([x + 48, 9]).line([x + 60, 9]);
    pen
      .move([x + 12, 4])
      .line([x + 48, 4], [x + 48, 14], [x + 12, 14])
      .close();
    pen.move([x + 19, 9]).line([x + 41, 9]);
    pen.move([x + 30, 14]).line([x + 30, 20], [x + 6, 20], [x + 6, 14]);
    pen.move([x + 30, 20]).line([x + 54, 20], [x + 54, 14]);
  }
  return svg(240, 24, path(pen.d, { fill: "none", stroke: "#323c4a", "stroke-width": 1.4 }));
}
