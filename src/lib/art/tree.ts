import { group, Pen, type Point, path, polar } from "./mark.ts";
import { mix, type Palette, STRAW } from "./palette.ts";
import { between, type Random } from "./random.ts";
import { ringLines } from "./rings.ts";

/** A tree, view-box units. */
export interface Tree {
  readonly foot: Point;
  readonly height: number;
  /** Half the width of the crown. */
  readonly spread: number;
  /** Length of a leaf. */
  readonly leaf: number;
  /** Number of twigs; every twig carries about five leaves. */
  readonly twigs: number;
  /** Steps of the coordinates: 1 whole units, 10 tenths. */
  readonly grain?: number;
}

/** Path data: `wood` to fill; `thick` and `thin` twigs to stroke; leaves by tone, 0 dark. */
interface Grown {
  readonly wood: string;
  readonly thick: string;
  readonly thin: string;
  readonly leaves: readonly string[];
}

interface Twig {
  readonly from: Point;
  readonly bow: Point;
  readonly tip: Point;
}

/** Leaf tones from the back to the front; the fifth is straw. */
const TONES = 6;
const STRAW_TONE = 4;
/** Width of a lone twig as a part of the tree's height. */
const GIRTH = 0.0082;

function angleOf(from: Point, to: Point): number {
  return Math.atan2(to[1] - from[1], to[0] - from[0]);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Places for the tips of the twigs, evenly spread over a dome with a lifted lower edge. */
function tips({ foot, height, spread, twigs }: Tree, next: Random): Point[] {
  const tall = height * 0.46;
  const floor = foot[1] - height * 0.54;
  const found: Point[] = [];
  while (found.length < twigs) {
    let best: Point = [0, 0];
    let room = -1;
    for (let i = 0; i < 24; i++) {
      const side = between(next, -1, 1);
      const dome = Math.sqrt(1 - side * side);
      const low = 0.04 + 0.1 * Math.abs(side);
      const up = low + (dome - low) * next() ** 0.7;
      const place: Point = [foot[0] + side * spread * 0.93, floor - up * tall];
      const free = Math.min(1e9, ...found.map((other) => distance(other, place)));
      if (free > room) [best, room] = [place, free];
    }
    found.push(best);
  }
  return found;
}

/** Grows a tree: limbs part in two until each carries one twig. */
function grow(spec: Tree, next: Random): Grown {
  const { foot, height, leaf, twigs, grain = 10 } = spec;
  const wood = new Pen(10);
  const thick = new Pen(grain);
  const thin = new Pen(grain);
  const ends: Twig[] = [];
  const unit = height * GIRTH;
  const girth = (count: number): number => unit * count ** 0.56;

  const limb = (from: Point, bow: Point, to: Point, w0: number, w1: number): void => {
    const [a, b] = [angleOf(from, bow), angleOf(bow, to)];
    const side = (at: Point, angle: number, w: number): Point =>
      polar(at, angle + Math.PI / 2, w / 2);
    const middle = (w0 + w1) / 2;
    wood
      .move(side(from, a, w0))
      .quad(side(bow, (a + b) / 2, middle), side(to, b, w1))
      .line(side(to, b, -w1))
      .quad(side(bow, (a + b) / 2, -middle), side(from, a, -w0));
  };

  const branch = (from: Point, heading: number, group: readonly Point[]): void => {
    const count = group.length;
    const middle: Point = [
      group.reduce((sum, p) => sum + p[0], 0) / count,
      group.reduce((sum, p) => sum + p[1], 0) / count,
    ];
    const share = count === 1 ? 1 : count < 4 ? 0.46 : 0.36;
    const to: Point = [
      from[0] + (middle[0] - from[0]) * share,
      from[1] + (middle[1] - from[1]) * share,
    ];
    const straight = Math.max(0.25, Math.cos(angleOf(from, to) - heading));
    const bow = polar(from, heading, distance(from, to) * 0.5 * straight);
    const width = girth(count);
    const end = width * (count > 3 ? 0.94 : 0.8);
    if (width > unit * 1.7) limb(from, bow, to, width, end);
    else (count > 1 ? thick : thin).move(from).quad(bow, to);
    if (count === 1) {
      ends.push({ from, bow, tip: to });
      return;
    }
    const onward = angleOf(bow, to);
    const turn = (p: Point): number => {
      const angle = angleOf(to, p) - onward;
      return Math.atan2(Math.sin(angle), Math.cos(angle));
    };
    const sorted = [...group].sort((a, b) => turn(a) - turn(b));
    const half = Math.round(count * between(next, 0.4, 0.6));
    const cut = Math.min(count - 1, Math.max(1, half));
    for (const [side, part] of [
      [-1, sorted.slice(0, cut)],
      [1, sorted.slice(cut)],
    ] as const) {
      // The outer edges of both parts go on from the edges of the limb that bears them.
      const aside = ((end - Math.min(end, girth(part.length))) / 2) * side;
      const start = polar(to, onward + Math.PI / 2, aside);
      const mean = part.reduce((sum, p) => sum + turn(p), 0) / part.length;
      branch(polar(start, onward, -unit * 0.5), onward + mean * 0.22, part);
    }
  };

  const crown = tips(spec, next);
  const fork: Point = [foot[0] + height * between(next, -0.008, 0.016), foot[1] - height * 0.34];
  const w = girth(twigs);
  const root = foot[1] - height * 0.035;
  const side = (turn: number, wide: number, y: number): Point => [foot[0] + turn * wide * w, y];
  wood
    .move(side(1, 1.05, foot[1]))
    .cubic(side(1, 0.66, root), side(1, 0.56, fork[1] + height * 0.2), [fork[0] + w * 0.5, fork[1]])
    .line([fork[0] - w * 0.5, fork[1]])
    .cubic(side(-1, 0.56, fork[1] + height * 0.2), side(-1, 0.66, root), side(-1, 1.05, foot[1]))
    .close();
  const divide = foot[0] + spec.spread * 0.05;
  for (const [turn, part] of [
    [-1, crown.filter(([x]) => x < divide)],
    [1, crown.filter(([x]) => x >= divide)],
  ] as const) {
    const aside = ((w - girth(part.length)) / 2) * turn;
    branch([fork[0] + aside, fork[1] + 1], -Math.PI / 2 + turn * 0.06, part);
  }
  return { wood: wood.d, thick: thick.d, thin: thin.d, leaves: foliage(ends, spec, leaf, next) };
}

/** Leaves along the twigs, left and right in turn, one at every tip. */
function foliage(twigs: readonly Twig[], spec: Tree, size: number, next: Random): string[] {
  const pens = Array.from({ length: TONES }, () => new Pen(spec.grain ?? 10));
  const middles: Point[] = [];
  const add = (at: Point, angle: number, long: number): void => {
    const centre = polar(at, angle, long / 2);
    if (middles.some((other) => distance(other, centre) < size * 0.36)) return;
    middles.push(centre);
    const light = (centre[0] - spec.foot[0]) / spec.spread;
    const straw = next() < 0.085;
    const tone = straw
      ? STRAW_TONE
      : Math.floor(Math.min(0.99, Math.max(0, next() * 0.9 + light * 0.12 + 0.05)) * 5);
    const pen = pens[tone < STRAW_TONE || straw ? tone : 5];
    const side = (turn: number): Point => {
      const [x, y] = polar(at, angle, long * 0.46);
      return [x - Math.sin(angle) * turn * long, y + Math.cos(angle) * turn * long];
    };
    const belly = between(next, 0.4, 0.5);
    pen
      ?.move(at)
      .quad(side(belly), polar(at, angle, long))
      .quad(side(belly - 0.92), at);
  };
  for (const { from, bow, tip } of twigs) {
    const along = angleOf(bow, tip);
    add(tip, along + between(next, -0.25, 0.25), size);
    const reach = Math.max(size, distance(from, tip));
    for (let i = 0; i < 4; i++) {
      const t = 1 - ((i * 0.52 + 0.24) * size) / reach;
      if (t < 0.08) break;
      const u = 1 - t;
      const at: Point = [
        u * u * from[0] + 2 * u * t * bow[0] + t * t * tip[0],
        u * u * from[1] + 2 * u * t * bow[1] + t * t * tip[1],
      ];
      for (const side of [-1, 1]) {
        const open = between(next, 0.62, 1) + i * 0.06;
        add(at, along + side * open, size * between(next, 0.82, 1.02));
      }
    }
  }
  return pens.map((pen) => pen.d);
}

/** The colours of a tree: its wood, and its leaves from the back to the front. */
export interface TreeColours {
  readonly wood: string;
  readonly leaves: readonly string[];
}

/** Those of a palette. */
export function treeColours({ mid, dark, bg }: Palette): TreeColours {
  const leaves = [
    dark,
    mix(dark, mid, 0.3),
    mix(dark, mid, 0.6),
    mix(dark, mid, 0.15),
    STRAW,
    mix(mid, bg, 0.1),
  ];
  return { wood: mix(dark, "#0b2038", 0.25), leaves };
}

/** A whole tree, `colours.leaves` from the back to the front. */
export function drawTree(spec: Tree, colours: TreeColours, next: Random): string {
  const { wood, thick, thin, leaves } = grow(spec, next);
  const unit = spec.height * GIRTH;
  const twig = { fill: "none", "stroke-linecap": "round" };
  const round = (value: number): number => Math.round(value * 10) / 10;
  return (
    group(
      { fill: colours.wood, stroke: colours.wood },
      path(thin, { ...twig, "stroke-width": round(unit * 0.8) }),
      path(thick, { ...twig, "stroke-width": round(unit * 1.5) }),
      path(wood, { "stroke-width": 0.4 }),
    ) + leaves.map((d, i) => path(d, { fill: colours.leaves[i] ?? colours.wood })).join("")
  );
}

/** A cover: one tree before pale rings. */
export function treeCover(w: number, h: number, colours: Palette, next: Random): string {
  const x = w * between(next, 0.62, 0.74);
  const heart: Point = [x + w * between(next, -0.04, 0.06), h * between(next, 0.4, 0.5)];
  const within = [w, h] as const;
  const growth = { heart, from: 14, to: w * 0.42, gap: 12, wobble: 0.035, within };
  // Written at twice its size in whole units: shorter than tenths and as crisp.
  const tree = {
    foot: [x * 2, h * 2 + 4] as const,
    height: h * between(next, 1.8, 1.94),
    spread: h * between(next, 0.84, 1),
    leaf: h * 0.18,
    twigs: 27,
    grain: 1,
  };
  return (
    ringLines(growth, next, mix(colours.bg, colours.mid, 0.5), 1) +
    group({ transform: "scale(.5)" }, drawTree(tree, treeColours(colours), next))
  );
}
