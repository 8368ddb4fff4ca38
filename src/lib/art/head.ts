import { group, svg } from "./mark.ts";
import { COLOURS, mix, type PaletteName } from "./palette.ts";
import { drawMedallion } from "./papercut.ts";
import { random } from "./random.ts";
import { ringLines } from "./rings.ts";
import { drawTree, treeColours } from "./tree.ts";

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

/** The same place on pages of membership: a tree in leaf before wide rings, 800 × 250 units, no ground. */
export function treeHeadSvg(): string {
  const next = random(8);
  const rings = { heart: [396, 62], from: 26, to: 330, gap: 15, wobble: 0.035 } as const;
  // Written at twice its size in whole units: shorter than tenths and as crisp.
  const tree = {
    foot: [1030, 504] as const,
    height: 474,
    spread: 204,
    leaf: 44,
    twigs: 44,
    grain: 1,
  };
  return svg(
    800,
    250,
    ringLines({ ...rings, within: [800, 250] }, next, "#e6dcc8", 1),
    group({ transform: "scale(.5)" }, drawTree(tree, treeColours(COLOURS.blue), next)),
  );
}
