import { Pen, type Point, path, svg } from "./mark.ts";
import { COLOURS, LAMP, STRAW, VERMILION } from "./palette.ts";
import { random } from "./random.ts";
import { ringLines } from "./rings.ts";
import { family, type House, hills, village } from "./roofs.ts";
import { drawTree, type Tree, type TreeColours } from "./tree.ts";

/** Everything that stands in the landscape, view-box units; shared with the log-in picture. */
interface Landscape {
  readonly width: number;
  readonly height: number;
  readonly sun: Point;
  /** Radius of the largest ring. */
  readonly reach: number;
  /** Tops of the hills behind and before. */
  readonly far: readonly Point[];
  readonly near: readonly Point[];
  /** Height of the plain, and of the front edge at the left, the middle and the right. */
  readonly plain: number;
  readonly edge: readonly [number, number, number];
  readonly houses: readonly House[];
  readonly tree: Tree;
  /** Where the child stands, and the size of the three (1 = 60 units). */
  readonly people: Point;
  readonly stature: number;
  /** Fallen leaves: place and angle. */
  readonly fallen: readonly (readonly [number, number, number])[];
  readonly seed: number;
}

const BLUE: TreeColours = {
  wood: "#0b468f",
  leaves: ["#0a5fbf", "#1a6fcc", "#3a86d8", "#0f66c6", STRAW, "#6aaae9"],
};
const FIGURE = "#0d3470";

/** A leaf lying or falling, `long` units. */
function fallenLeaf(pen: Pen, x: number, y: number, angle: number, long: number): void {
  const [c, s] = [Math.cos(angle) * long, Math.sin(angle) * long];
  pen
    .move([x, y])
    .quad([x + c * 0.46 - s * 0.45, y + s * 0.46 + c * 0.45], [x + c, y + s])
    .quad([x + c * 0.46 + s * 0.45, y + s * 0.46 - c * 0.45], [x, y]);
}

/** A tree, the rings of its years around the sun, roofs with lit windows, a family of three. */
export function landscape(scene: Landscape): string {
  const { width: w, height: h, sun, plain, edge, people, stature, tree } = scene;
  const next = random(scene.seed);
  const growth = {
    heart: sun,
    from: 27,
    to: scene.reach,
    gap: 17.5,
    wobble: 0.032,
    within: [w, h] as const,
  };
  const field = new Pen(1)
    .move([0, plain])
    .cubic([w * 0.3, plain - 8], [w * 0.65, plain + 8], [w, plain - 3])
    .line([w, h], [0, h])
    .close();
  const front = new Pen(1)
    .move([0, edge[0]])
    .cubic([w * 0.18, edge[0] - 12], [w * 0.34, edge[1] - 6], [w * 0.5, edge[1]])
    .smooth([w * 0.82, edge[2] + 6], [w, edge[2]])
    .line([w, h], [0, h])
    .close();
  const { figures, arms } = family(people, stature);
  const leaves = new Pen(10);
  for (const [x, y, angle] of scene.fallen) fallenLeaf(leaves, x, y, angle, tree.leaf * 0.8);
  return svg(
    w,
    h,
    `<rect width="${w}" height="${h}" fill="${COLOURS.blue.bg}"/>`,
    ringLines(growth, next, "#b3d5f5", 1.2),
    path(new Pen(10).circle(sun, 17).d, { fill: VERMILION }),
    path(hills(w, h, plain - 62, scene.far), { fill: "#d3e6f9" }),
    path(hills(w, h, plain - 34, scene.near), { fill: "#c3ddf6" }),
    village(scene.houses, LAMP),
    path(field.d, { fill: "#82b8e9" }),
    drawTree(tree, BLUE, next),
    path(figures, { fill: FIGURE }),
    path(arms, {
      fill: "none",
      stroke: FIGURE,
      "stroke-width": Math.round(34 * stature) / 10,
      "stroke-linecap": "round",
    }),
    path(front.d, { fill: "#0c5bb5" }),
    path(leaves.d, { fill: STRAW }),
  );
}

/** The lead picture of the home page: 792 × 396 units, under 10 kB. */
export function leadSvg(): string {
  return landscape({
    width: 792,
    height: 396,
    sun: [524, 158],
    reach: 580,
    far: [
      [60, 226],
      [330, 214],
      [640, 222],
    ],
    near: [
      [176, 262],
      [452, 252],
      [742, 240],
    ],
    plain: 352,
    edge: [378, 372, 374],
    houses: [
      { x: 92, eave: 314, width: 150, rise: 46, base: 360 },
      { x: 424, eave: 308, width: 176, rise: 50, base: 360 },
      { x: 566, eave: 322, width: 132, rise: 38, base: 362 },
      { x: 722, eave: 304, width: 192, rise: 56, base: 362 },
    ],
    tree: { foot: [212, 380], height: 338, spread: 138, leaf: 26, twigs: 29, grain: 1 },
    people: [318, 375],
    stature: 1.08,
    fallen: [
      [262, 384, 0.2],
      [154, 383, 2.9],
      [352, 238, 0.9],
    ],
    seed: 9,
  });
}
