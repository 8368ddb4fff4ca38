import { group, Pen, type Point, path } from "./mark.ts";
import { LAMP, mix, type Palette } from "./palette.ts";
import { between, type Random } from "./random.ts";

/** A house seen from the front, view-box units: `x` its middle, `eave` the height of its eaves. */
export interface House {
  readonly x: number;
  readonly eave: number;
  /** From tip to tip of the eaves. */
  readonly width: number;
  /** From the eaves up to the ridge. */
  readonly rise: number;
  /** Where the wall meets the ground. */
  readonly base: number;
}

/** The swung roof, from the left tip over the ridge to the right tip and back under the eaves. */
function roof(pen: Pen, { x, eave, width, rise }: House): void {
  const half = width / 2;
  const lip = Math.max(2, width * 0.035);
  const under = eave + lip;
  pen
    .move([x - half, eave])
    .cubic(
      [x - half * 0.62, eave - rise * 0.08],
      [x - half * 0.3, eave - rise * 0.5],
      [x, eave - rise],
    )
    .cubic(
      [x + half * 0.3, eave - rise * 0.5],
      [x + half * 0.62, eave - rise * 0.08],
      [x + half, eave],
    )
    .quad([x + half * 0.88, under], [x + half * 0.74, under])
    .line([x - half * 0.74, under])
    .quad([x - half * 0.88, under], [x - half, eave])
    .close();
}

/** The wall under the roof. */
function wall(pen: Pen, { x, eave, width, base }: House): void {
  const half = width * 0.37;
  const top = eave + Math.max(2, width * 0.035) - 1;
  pen
    .move([x - half, top])
    .line([x + half, top], [x + half, base], [x - half, base])
    .close();
}

/** A lattice window of four panes around `centre`; `size` is its height. */
function pane(pen: Pen, [x, y]: Point, size: number): void {
  const gap = Math.max(1, size * 0.06);
  const w = size * 1.16;
  for (const left of [x - w / 2, x + gap / 2]) {
    for (const top of [y - size / 2, y + gap / 2]) {
      const right = left + (w - gap) / 2;
      const bottom = top + (size - gap) / 2;
      pen.move([left, top]).line([right, top], [right, bottom], [left, bottom]).close();
    }
  }
}

/** Hills swung like far roofs: `peaks` are their tops, `base` the height of the plain. */
export function hills(w: number, h: number, base: number, peaks: readonly Point[]): string {
  const pen = new Pen(1);
  pen.move([0, base]).line([w, base], [w, h], [0, h]).close();
  for (const [x, y] of peaks) {
    const rise = base - y;
    const reach = rise * 2.1;
    pen
      .move([x - reach, base + 1])
      .cubic([x - reach * 0.55, base], [x - reach * 0.24, y + rise * 0.42], [x, y])
      .cubic([x + reach * 0.24, y + rise * 0.42], [x + reach * 0.55, base], [x + reach, base + 1])
      .close();
  }
  return pen.d;
}

/** Father, child and mother hand in hand, standing on `foot` (the child's); `unit` = 1 is 58 high. */
export function family(foot: Point, unit: number): { figures: string; arms: string } {
  const figures = new Pen(10);
  const arms = new Pen(10);
  const at = (x: number, y: number): Point => [foot[0] + x * unit, foot[1] - y * unit];
  const person = (x: number, high: number, top: number, hem: number): void => {
    const head = high * 0.125;
    figures.circle(at(x, high - head), head * unit);
    const neck = high - head * 2 - 1.6;
    figures
      .move(at(x - hem, 0))
      .cubic(
        at(x - hem * 0.92, neck * 0.4),
        at(x - top * 1.1, neck * 0.55),
        at(x - top, neck - 4.5),
      )
      .cubic(at(x - top * 0.95, neck - 1), at(x - top * 0.5, neck), at(x, neck))
      .cubic(at(x + top * 0.5, neck), at(x + top * 0.95, neck - 1), at(x + top, neck - 4.5))
      .cubic(at(x + top * 1.1, neck * 0.55), at(x + hem * 0.92, neck * 0.4), at(x + hem, 0))
      .close();
  };
  person(-29, 60, 7, 7.6);
  person(0, 36, 4.8, 6.4);
  person(28, 56, 6.4, 11.5);
  arms
    .move(at(-24, 38))
    .quad(at(-14, 24), at(-3, 22.5))
    .move(at(23.5, 36))
    .quad(at(14, 24), at(3, 22.5));
  return { figures: figures.d, arms: arms.d };
}

/** One row of houses along the picture; `scale` is about the width of a roof. */
function row(w: number, eave: number, scale: number, base: number, next: Random): House[] {
  const houses: House[] = [];
  let x = -scale * next();
  while (x < w + scale / 2) {
    const width = scale * between(next, 0.82, 1.22);
    const rise = width * between(next, 0.3, 0.36);
    houses.push({ x, eave: eave + scale * between(next, -0.13, 0.13), width, rise, base });
    x += width * between(next, 0.86, 1.08);
  }
  return houses;
}

/** Houses in blue with lit windows, for the lead picture and the log-in page. */
export function village(houses: readonly House[], windows: string): string {
  const roofs = new Pen(1);
  const walls = new Pen(1);
  const panes = new Pen(1);
  for (const house of houses) {
    wall(walls, house);
    roof(roofs, house);
    const y = house.eave + (house.base - house.eave) * 0.46;
    for (const side of [-1, 1])
      pane(panes, [house.x + side * house.width * 0.165, y], house.width * 0.105);
  }
  return (
    path(walls.d, { fill: "#9cc7ee" }) +
    path(roofs.d, { fill: "#6ba8e0" }) +
    path(panes.d, { fill: windows })
  );
}

/** A cover: roofs of a quarter, the far ones in mist, the near ones with lit windows. */
export function roofsCover(w: number, h: number, colours: Palette, next: Random): string {
  const moon = new Pen(1).circle(
    [w * between(next, 0.62, 0.86), h * between(next, 0.2, 0.3)],
    h * 0.1,
  );
  const rows = [
    row(w, h * 0.42, h * 0.4, h, next),
    row(w, h * 0.58, h * 0.48, h, next),
    row(w, h * 0.75, h * 0.58, h + 8, next),
  ];
  const layers = rows.map((houses, i) => {
    const roofs = new Pen(1);
    const walls = new Pen(1);
    const panes = new Pen(1);
    for (const house of houses) {
      roof(roofs, house);
      wall(walls, house);
      const dark = next() < 0.2;
      if (i !== 2 || dark || h - house.eave < h * 0.2) continue;
      const y = house.eave + h * 0.125;
      for (const side of [-1, 1]) pane(panes, [house.x + side * house.width * 0.17, y], h * 0.075);
    }
    const near = i / 2;
    const line = i === 2 ? colours.dark : mix(colours.bg, colours.mid, 0.55 + near * 0.9);
    return (
      group(
        {
          fill: mix(colours.bg, "#ffffff", 0.1 + near * 0.3),
          stroke: line,
          "stroke-width": 1.1 + near * 0.6,
        },
        path(walls.d, {}),
        path(roofs.d, i === 2 ? { fill: mix(colours.bg, colours.mid, 0.5) } : {}),
      ) + path(panes.d, { fill: LAMP, stroke: colours.dark, "stroke-width": 0.8 })
    );
  });
  return path(moon.d, { fill: "#fff", "fill-opacity": 0.75 }) + layers.join("");
}
