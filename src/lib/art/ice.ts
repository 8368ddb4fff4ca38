import { group, Pen, type Point, path } from "./mark.ts";
import { mix, type Palette } from "./palette.ts";
import { between, type Random } from "./random.ts";

/** A convex cell, corners in order, view-box units. */
type Cell = readonly Point[];
interface Crack {
  readonly ends: readonly [Point, Point];
  readonly parts: readonly [Cell, Cell];
}

function length(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

function area(cell: Cell): number {
  let twice = 0;
  cell.forEach((a, i) => {
    const b = cell[(i + 1) % cell.length] ?? a;
    twice += a[0] * b[1] - b[0] * a[1];
  });
  return Math.abs(twice) / 2;
}

function middle(cell: Cell): Point {
  const sum = cell.reduce<[number, number]>(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return [sum[0] / cell.length, sum[1] / cell.length];
}

/** How even a crack is, 0..1 and more: two parts of one size, no slivers. */
function quality({ parts }: Crack): number {
  const [a, b] = [area(parts[0]), area(parts[1])];
  let worst = 1;
  for (const part of parts) {
    const sides = part.map((p, i) => length(p, part[(i + 1) % part.length] ?? p));
    worst = Math.min(worst, Math.min(...sides) / Math.max(...sides));
  }
  return Math.min(a, b) / Math.max(a, b) + worst;
}

/** One straight crack from a place on the longest side across the cell. */
function crack(cell: Cell, next: Random): Crack | undefined {
  let side = 0;
  const sideLength = (i: number): number => {
    const a = cell[i % cell.length];
    const b = cell[(i + 1) % cell.length];
    return a && b ? length(a, b) : 0;
  };
  for (let i = 1; i < cell.length; i++) if (sideLength(i) > sideLength(side)) side = i;
  const turned = [...cell.slice(side), ...cell.slice(0, side)];
  const [a, b] = turned;
  if (!a || !b) return undefined;
  const t = between(next, 0.34, 0.66);
  const from: Point = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]) + Math.PI / 2 + between(next, -0.5, 0.5);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  for (let i = 1; i < turned.length; i++) {
    const p = turned[i];
    const q = turned[(i + 1) % turned.length];
    if (!p || !q) continue;
    const [ex, ey] = [q[0] - p[0], q[1] - p[1]];
    const cross = dx * ey - dy * ex;
    const along = ((p[0] - from[0]) * dy - (p[1] - from[1]) * dx) / cross;
    if (!(along > 0.06 && along < 0.94)) continue;
    const to: Point = [p[0] + ex * along, p[1] + ey * along];
    const parts = [
      [from, ...turned.slice(1, i + 1), to],
      [to, ...turned.slice(i + 1), a, from],
    ] as const;
    return { ends: [from, to], parts };
  }
  return undefined;
}

/** Breaks a cell until every piece is small enough for its place. */
function shatter(cell: Cell, depth: number, focus: Point, next: Random, out: Ice): void {
  const want = 420 + length(middle(cell), focus) * 3.4;
  if (area(cell) < want * between(next, 1, 1.9)) {
    out.cells.push(cell);
    return;
  }
  let best: Crack | undefined;
  for (let i = 0; i < 5; i++) {
    const one = crack(cell, next);
    if (one && (!best || quality(one) > quality(best))) best = one;
  }
  if (!best) {
    out.cells.push(cell);
    return;
  }
  out.cracks.push({ ends: best.ends, depth });
  for (const part of best.parts) shatter(part, depth + 1, focus, next, out);
}

interface Ice {
  readonly cells: Cell[];
  readonly cracks: { ends: readonly [Point, Point]; depth: number }[];
}

function cells(chosen: readonly Cell[]): string {
  const pen = new Pen(1);
  for (const [first, ...rest] of chosen) if (first) pen.move(first).line(...rest);
  return pen.d;
}

/** A plum blossom, five petals around `at`; `r` is its whole radius. */
function blossom(pen: Pen, at: Point, r: number, turn: number): void {
  for (let i = 0; i < 5; i++) {
    const angle = turn + (i * 2 * Math.PI) / 5;
    const centre: Point = [at[0] + Math.cos(angle) * r * 0.56, at[1] + Math.sin(angle) * r * 0.56];
    pen.circle(centre, r * 0.43);
  }
}

/** A cover: 冰裂纹, the cracked-ice lattice, with plum blossoms where it is finest. */
export function iceCover(w: number, h: number, colours: Palette, next: Random): string {
  const focus: Point = [w * between(next, 0.62, 0.82), h * between(next, 0.35, 0.65)];
  const ice: Ice = { cells: [], cracks: [] };
  const m = 12;
  const sheet: Cell = [
    [-m, -m],
    [w + m, -m],
    [w + m, h + m],
    [-m, h + m],
  ];
  shatter(sheet, 0, focus, next, ice);
  const pens = [new Pen(1), new Pen(1), new Pen(1)] as const;
  for (const { ends, depth } of ice.cracks) {
    const pen = depth < 3 ? pens[0] : depth < 5 ? pens[1] : pens[2];
    pen.move(ends[0]).line(ends[1]);
  }
  const sorted = ice.cells
    .map((cell) => ({ cell, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ cell }) => cell);
  const white = sorted.slice(0, 16);
  const tinted = sorted.slice(16, 28);
  const flowers = new Pen(10);
  const eyes = new Pen(10);
  const near = ice.cracks
    .map(({ ends }) => ends[1])
    .filter(([x, y]) => x > w * 0.3 && x < w - 16 && y > 14 && y < h - 14)
    .sort((a, b) => length(a, focus) - length(b, focus));
  const chosen: Point[] = [];
  for (const place of near) {
    const apart = 26 + chosen.length * 14;
    if (chosen.length < 3 && chosen.every((other) => length(other, place) > apart)) {
      chosen.push(place);
    }
  }
  chosen.forEach((place, i) => {
    blossom(flowers, place, [12, 9, 7][i] ?? 7, next() * 6.28);
    eyes.circle(place, [2.6, 2, 1.6][i] ?? 1.6);
  });
  return (
    path(cells(white), { fill: "#fff", "fill-opacity": 0.65 }) +
    path(cells(tinted), { fill: colours.mid, "fill-opacity": 0.28 }) +
    group(
      { fill: "none", stroke: colours.mid },
      path(pens[2].d, { "stroke-width": 1.2 }),
      path(pens[1].d, { "stroke-width": 1.7 }),
      path(pens[0].d, { "stroke-width": 2.4 }),
    ) +
    path(flowers.d, { fill: mix(colours.dark, colours.mid, 0.1) }) +
    path(eyes.d, { fill: colours.bg })
  );
}
