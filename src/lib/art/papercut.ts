import { group, Pen, type Point, path, polar } from "./mark.ts";
import { mix, type Palette } from "./palette.ts";
import { between, pick, type Random } from "./random.ts";

/** A round paper-cut: `r` its radius in view-box units, `fold` how often its leaf is repeated. */
interface Medallion {
  readonly centre: Point;
  readonly r: number;
  readonly fold: 6 | 8 | 10 | 12;
  /** The rim: round scallops or pointed tips. */
  readonly rim: "scallop" | "pointed";
  /** Fill of the face: broad petals, two rows of petals, or sprigs. */
  readonly face: "broad" | "double" | "sprig";
  /** Radians by which the whole is turned. */
  readonly turn?: number;
  /** Width and height of the picture: leaves wholly outside are not written. */
  readonly within?: Point | undefined;
}

/** Draws one leaf of the face: `on` is its ray, `r` the radius, `step` the angle to the next. */
type Face = (pen: Pen, centre: Point, on: number, r: number, step: number) => void;

/** Whether a leaf on ray `angle` could show in the picture. */
function shows({ centre, r, within }: Medallion, angle: number): boolean {
  if (!within) return true;
  const margin = r * 0.16;
  const inside = ([x, y]: Point): boolean => {
    return x > -margin && y > -margin && x < within[0] + margin && y < within[1] + margin;
  };
  return [0.25, 0.5, 0.85].some((part) => inside(polar(centre, angle, r * part)));
}

/** A leaf from `base`, `long` in direction `angle`, `wide` at its belly (`belly` 0..1 along). */
function leaf(pen: Pen, base: Point, angle: number, long: number, wide: number, belly = 0.5): void {
  const [x, y] = polar(base, angle, long * belly);
  const [dx, dy] = [-Math.sin(angle) * wide, Math.cos(angle) * wide];
  pen
    .move(base)
    .quad([x + dx, y + dy], polar(base, angle, long))
    .quad([x - dx, y - dy], base);
}

/** A leaf on a ray, from radius `low` to `high`. */
function ray(
  pen: Pen,
  centre: Point,
  angle: number,
  low: number,
  high: number,
  wide: number,
  belly = 0.5,
): void {
  leaf(pen, polar(centre, angle, low), angle, high - low, wide, belly);
}

const broad: Face = (pen, centre, on, r, step) => {
  const wide = r * step * 0.46;
  ray(pen, centre, on, r * 0.21, r * 0.87, wide, 0.56);
  ray(pen, centre, on, r * 0.34, r * 0.77, wide * 0.62, 0.56);
  ray(pen, centre, on, r * 0.45, r * 0.67, wide * 0.26, 0.5);
  ray(pen, centre, on + step / 2, r * 0.55, r * 0.87, wide * 0.42, 0.56);
};

const double: Face = (pen, centre, on, r, step) => {
  const wide = r * step * 0.5;
  const off = on + step / 2;
  ray(pen, centre, on, r * 0.5, r * 0.87, wide, 0.5);
  ray(pen, centre, on, r * 0.585, r * 0.79, wide * 0.5, 0.5);
  ray(pen, centre, off, r * 0.22, r * 0.65, wide * 0.66, 0.6);
  ray(pen, centre, off, r * 0.34, r * 0.58, wide * 0.28, 0.55);
  ray(pen, centre, off, r * 0.7, r * 0.87, wide * 0.32, 0.5);
};

const sprig: Face = (pen, centre, on, r, step) => {
  const wide = r * step * 0.2;
  ray(pen, centre, on, r * 0.2, r * 0.62, r * 0.022);
  ray(pen, centre, on, r * 0.6, r * 0.87, wide * 0.95, 0.5);
  for (const side of [-1, 1]) {
    leaf(pen, polar(centre, on, r * 0.52), on + side * 0.62, r * 0.29, wide * 0.8);
    leaf(pen, polar(centre, on, r * 0.34), on + side * 0.7, r * 0.22, wide * 0.62);
  }
};

const FACES: Readonly<Record<Medallion["face"], Face>> = { broad, double, sprig };

function rim(pen: Pen, spec: Medallion): void {
  const { centre, r, fold, rim: kind, turn = 0 } = spec;
  const count = fold * (r > 180 && fold < 10 ? 3 : 2);
  const step = (2 * Math.PI) / count;
  const foot = r * (kind === "pointed" ? 0.91 : 0.935);
  pen.move(polar(centre, turn, foot));
  for (let i = 1; i <= count; i++) {
    const to = polar(centre, turn + i * step, foot);
    if (kind === "scallop") pen.arc(((foot * step) / 2) * 1.06, to);
    else {
      pen.quad(
        polar(centre, turn + (i - 0.8) * step, r * 0.965),
        polar(centre, turn + (i - 0.5) * step, r),
      );
      pen.quad(polar(centre, turn + (i - 0.2) * step, r * 0.965), to);
    }
  }
  pen.close().circle(centre, r * 0.85);
  for (let i = 0; i < count; i++) {
    const at = turn + (i + 0.5) * step;
    if (shows({ ...spec, r: r * 1.07 }, at))
      pen.circle(polar(centre, at, r * 0.912), Math.max(3, r * 0.018));
  }
}

function doubled(spec: Medallion): Medallion {
  const { centre, r, within } = spec;
  const twice = ([x, y]: Point): Point => [x * 2, y * 2];
  return { ...spec, centre: twice(centre), r: r * 2, within: within && twice(within) };
}

/**
 * A medallion in one colour; the paper shows through its holes. It is written at twice its size
 * in whole units, which is shorter than tenths and as crisp.
 */
export function drawMedallion(medallion: Medallion, fill: string): string {
  const spec = doubled(medallion);
  const { centre, r, fold, turn = 0 } = spec;
  const edge = new Pen(1);
  const face = new Pen(1);
  const step = (2 * Math.PI) / fold;
  rim(edge, spec);
  for (let i = 0; i < fold; i++) {
    const on = turn + i * step;
    if (shows(spec, on) || shows(spec, on + step / 2)) FACES[spec.face](face, centre, on, r, step);
    ray(face, centre, turn + (i + 0.5) * step, r * 0.08, r * 0.17, r * 0.045);
  }
  face.circle(centre, r * 0.19).circle(centre, r * 0.045);
  return group(
    { fill, "fill-rule": "evenodd", transform: "scale(.5)" },
    path(edge.d, {}),
    path(face.d, {}),
  );
}

/** A cover: one large paper-cut running off the edge, a small pale one behind. */
export function papercutCover(w: number, h: number, colours: Palette, next: Random): string {
  const face = pick(next, ["broad", "double", "sprig"] as const);
  const within: Point = [w, h];
  const big: Medallion = {
    centre: [w * between(next, 0.63, 0.77), h * between(next, 0.48, 0.66)],
    r: h * between(next, 0.54, 0.64),
    fold: face === "double" ? pick(next, [8, 10] as const) : 8,
    rim: pick(next, ["scallop", "pointed"] as const),
    face,
    turn: between(next, 0, 0.5),
    within,
  };
  const small: Medallion = {
    centre: [w * between(next, 0.14, 0.26), h * between(next, 0.9, 1.04)],
    r: h * between(next, 0.36, 0.42),
    fold: 8,
    rim: big.rim === "pointed" ? "scallop" : "pointed",
    face: big.face === "sprig" ? "broad" : "sprig",
    turn: between(next, 0, 0.5),
    within,
  };
  const clear = new Pen(1).circle(big.centre, big.r * 1.035);
  return (
    drawMedallion(small, mix(colours.bg, colours.mid, 0.38)) +
    path(clear.d, { fill: colours.bg }) +
    drawMedallion(big, mix(colours.mid, colours.dark, 0.14))
  );
}
