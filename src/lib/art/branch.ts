import { group, Pen, type Point, path, polar, svg } from "./mark.ts";
import { COLOURS, mix, STRAW } from "./palette.ts";
import { between, type Random, random } from "./random.ts";
import { ringLines } from "./rings.ts";

/** Measures of the picture: the nodes of its steps stand in the middle of seven equal columns. */
const WIDTH = 1200;
const HEIGHT = 344;

/** How high the branch is at each step; `site` places the numbers by the same measures. */
export const BRANCH_NODES: readonly number[] = [235, 216, 193, 171, 150, 125, 95];

/** Where the dotted lines below the nodes end, and the words begin. */
const WORDS = 270;

const step = WIDTH / BRANCH_NODES.length;
const NODES: readonly Point[] = BRANCH_NODES.map((y, index) => [step * (index + 0.5), y]);

/** Leaves that grow before each node: the branch carries more of them the further one has come. */
const LEAVES = [0, 1, 2, 2, 4, 5, 7];

const BLUE = COLOURS.blue;
const TONES = [BLUE.dark, mix(BLUE.dark, BLUE.mid, 0.28), mix(BLUE.dark, BLUE.mid, 0.62), STRAW];

/** A smooth line through the places (Catmull-Rom as cubic pieces). */
function through(places: readonly Point[]): Pen {
  const pen = new Pen(10);
  const at = (index: number): Point =>
    places[Math.min(places.length - 1, Math.max(0, index))] ?? [0, 0];
  pen.move(at(0));
  for (let index = 0; index < places.length - 1; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    pen.cubic(
      [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6],
      [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6],
      to,
    );
  }
  return pen;
}

/** One leaf from its stalk. */
function leaf(pen: Pen, from: Point, angle: number, long: number): void {
  const tip = polar(from, angle, long);
  const side = (turn: number): Point =>
    polar(polar(from, angle, long * 0.44), angle + Math.PI / 2, turn * long);
  pen.move(from).quad(side(0.46), tip).quad(side(-0.42), from).close();
}

function foliage(next: Random): string {
  const pens = TONES.map(() => new Pen(10));
  for (const [index, count] of LEAVES.entries()) {
    const [from, to] = [NODES[index - 1], NODES[index]];
    if (!from || !to) continue;
    const slope = Math.atan2(to[1] - from[1], to[0] - from[0]);
    for (let nth = 0; nth < count; nth++) {
      // They stand close together and end well before the ring of the node.
      const part = 0.7 - (count - 1 - nth) * 0.1;
      const at: Point = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
      for (const side of count === 1 ? [-1] : [-1, 1]) {
        const tone = next() < 0.14 && index > 3 ? 3 : Math.floor(next() * 3);
        const long = 13 + index * 3.4 + between(next, -2, 2);
        const pen = pens[tone];
        if (pen) leaf(pen, at, slope + side * between(next, 0.62, 1.02), long);
      }
    }
  }
  const end: Point = [WIDTH - 6, 84];
  for (const [tone, angle] of [
    [1, -1.1],
    [2, -0.3],
    [0, 0.55],
    [3, 1.2],
  ] as const) {
    const pen = pens[tone];
    if (pen) leaf(pen, [end[0] - 18 + tone * 3, end[1]], angle, 30);
  }
  return pens.map((pen, tone) => path(pen.d, { fill: TONES[tone] ?? BLUE.dark })).join("");
}

/**
 * The branch behind the seven steps of joining, 1200 × 344 units and no ground, below 10 kB: it grows
 * from left to right and gets more leaves; faint rings lie behind its end.
 */
export function branchSvg(): string {
  const next = random(31);
  const wood = mix(BLUE.dark, "#0b2038", 0.25);
  const rings = { heart: [1030, 110], from: 24, to: 430, gap: 19, wobble: 0.03 } as const;
  const dots = new Pen(10);
  for (const [x, y] of NODES) dots.move([x, y + 28]).line([x, WORDS]);
  const stem = through([[-4, 262], ...NODES, [WIDTH + 4, 80]]);
  return svg(
    WIDTH,
    HEIGHT,
    ringLines({ ...rings, within: [WIDTH, HEIGHT] }, next, "#ebe3d3", 1),
    path(dots.d, {
      fill: "none",
      stroke: "#c9c1b1",
      "stroke-width": 1.5,
      "stroke-dasharray": "1.5 5",
    }),
    foliage(next),
    group(
      { fill: "none", stroke: wood, "stroke-linecap": "round" },
      path(stem.d, { "stroke-width": 5 }),
    ),
  );
}
