import { svg } from "./mark.ts";
import { COLOURS, mix, type PaletteName } from "./palette.ts";
import { drawMedallion } from "./papercut.ts";

/**
 * Two faint paper-cuts for the right end of a page's head band: 480 × 250 units, no ground,
 * under 8 kB. "paper" suits the paper-grey band, a palette's name its own ground.
 */
export function pageHeadSvg(palette: PaletteName | "paper"): string {
  const [strong, faint] =
    palette === "paper"
      ? ["#e6dcc8", "#eee7d9"]
      : [
          mix(COLOURS[palette].bg, COLOURS[palette].mid, 0.32),
          mix(COLOURS[palette].bg, COLOURS[palette].mid, 0.16),
        ];
  const within = [480, 250] as const;
  return svg(
    480,
    250,
    drawMedallion(
      { centre: [96, 236], r: 78, fold: 8, rim: "pointed", face: "sprig", turn: 0.2, within },
      faint,
    ),
    drawMedallion(
      {
        centre: [340, 124],
        r: 116,
        fold: 8,
        rim: "scallop",
        face: "broad",
        turn: Math.PI / 8,
        within,
      },
      strong,
    ),
  );
}
