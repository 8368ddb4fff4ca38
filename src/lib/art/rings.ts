import { group, Pen, type Point, path } from "./mark.ts";
import { COLOURS, mix, type Palette, VERMILION } from "./palette.ts";
import { between, type Random } from "./random.ts";

/** How a trunk's rings lie: radii in view-box units. */
interface Growth {
  readonly heart: Point;
  /** Radius of the first ring and of the largest one. */
  readonly from: number;
  readonly to: number;
  /** Distance between two rings near the heart; it grows a little outwards. */
  readonly gap: number;
  /** How far from round, about 0.02 to 0.06 of the radius. */
  readonly wobble?: number;
  /** Width and height of the picture: parts outside are not written. */
  readonly within?: Point | undefined;
}

/** A place on a ring, and a third of the way the ring runs on from it in one piece. */
interface Stop {
  readonly place: Point;
  readonly reach: Point;
}

/** The stop at `angle` on a ring of mean radius `r`; `shape` holds the phases of its waves. */
function stop(
  growth: Growth,
  r: number,
  shape: readonly number[],
  angle: number,
  step: number,
): Stop {
  const { heart, wobble = 0.045 } = growth;
  let radius = r;
  let slope = 0;
  shape.forEach((phase, i) => {
    const wave = (i + 1) * angle - phase - r * 0.0035;
    const depth = (r * wobble) / (1 + i * 0.8);
    radius += depth * Math.cos(wave);
    slope -= depth * (i + 1) * Math.sin(wave);
  });
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return {
    place: [heart[0] + radius * c, heart[1] + radius * s],
    reach: [((slope * c - radius * s) * step) / 3, ((slope * s + radius * c) * step) / 3],
  };
}

/** A ring of smooth pieces; those wholly outside `growth.within` are left out. */
function ring(pen: Pen, growth: Growth, r: number, shape: readonly number[]): void {
  const pieces = r < 24 ? 6 : 8;
  const step = (2 * Math.PI) / pieces;
  const at = (turn: number): Stop => stop(growth, r, shape, turn * step, step);
  const seen = ([x, y]: Point): boolean => {
    const [w, h] = growth.within ?? [Infinity, Infinity];
    return !growth.within || (x > -4 && y > -4 && x < w + 4 && y < h + 4);
  };
  const shows = Array.from({ length: pieces }, (_, i) => {
    return [0, 0.2, 0.4, 0.6, 0.8, 1].some((part) => seen(at(i + part).place));
  });
  const whole = shows.every(Boolean);
  const first = whole ? 0 : shows.indexOf(false) + 1;
  let down = false;
  for (let i = first; i < first + pieces; i++) {
    const [from, to] = [at(i), at(i + 1)];
    const control: Point = [to.place[0] - to.reach[0], to.place[1] - to.reach[1]];
    const [x, y] = from.place;
    if (!shows[i % pieces]) down = false;
    else if (down) pen.smooth(control, to.place);
    else {
      pen.move(from.place).cubic([x + from.reach[0], y + from.reach[1]], control, to.place);
      down = true;
    }
  }
  if (whole) pen.close();
}

/** The path data of pens for near rings, in tenths, and for far ones, in whole units. */
function drawn(pens: readonly Pen[]): string {
  return pens.map((pen) => pen.d).join("");
}

/** Path data of the rings: `fine` the many thin ones, `bold` every fourth to sixth, `plane` two. */
function rings(growth: Growth, next: Random): { fine: string; bold: string; plane: string } {
  const { from, to, gap } = growth;
  const shape = [next() * 6.28, next() * 6.28, next() * 6.28];
  const fine = [new Pen(10), new Pen(1)];
  const bold = [new Pen(10), new Pen(1)];
  const plane = new Pen(1);
  let rest = 4;
  let planes = 2;
  for (let r = from; r <= to; r += gap * between(next, 0.82, 1.18) * (1 + r / 600)) {
    const isBold = --rest === 0;
    const pen = (isBold ? bold : fine)[r < 64 ? 0 : 1];
    if (pen) ring(pen, growth, r, shape);
    if (!isBold) continue;
    rest = 4 + Math.floor(next() * 3);
    if (planes-- > 0) ring(plane, { ...growth, within: undefined }, r, shape);
  }
  return { fine: drawn(fine), bold: drawn(bold), plane: plane.d };
}

/** Rings drawn in `line` on the drawing below. */
export function ringLines(growth: Growth, next: Random, line: string, weight = 1): string {
  const { fine, bold } = rings(growth, next);
  return group(
    { fill: "none", stroke: line },
    path(fine, { "stroke-width": weight }),
    path(bold, { "stroke-width": weight * 2 }),
  );
}

/** A cover: the cut face of a trunk, its heart right of the middle. */
export function ringsCover(w: number, h: number, colours: Palette, next: Random): string {
  const heart: Point = [w * between(next, 0.56, 0.78), h * between(next, 0.34, 0.66)];
  const gap = between(next, 9.5, 11.5);
  const growth = { heart, from: 9, to: w * 0.85, gap, wobble: 0.05, within: [w, h] } as const;
  const { fine, bold, plane } = rings(growth, next);
  const core = new Pen(10);
  ring(core, { ...growth, wobble: 0.08 }, 4.2, [1, 2, 3]);
  return group(
    { fill: "none", stroke: mix(colours.mid, colours.bg, 0.12) },
    path(plane, { fill: colours.mid, "fill-opacity": 0.13, stroke: "none" }),
    path(fine, { "stroke-width": 1.1 }),
    path(bold, { stroke: mix(colours.mid, colours.dark, 0.28), "stroke-width": 2 }),
    path(core.d, { fill: colours === COLOURS.blue ? VERMILION : colours.dark, stroke: "none" }),
  );
}
