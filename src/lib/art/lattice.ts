import { group, Pen, type Point, path } from "./mark.ts";
import { mix, type Palette } from "./palette.ts";
import { between, pick, type Random } from "./random.ts";

/** Draws window bars with `pen` into a square window around `centre`, `half` a side wide. */
type Window = (pen: Pen, centre: Point, half: number) => void;

function bar(pen: Pen, [cx, cy]: Point, from: Point, to: Point): void {
  pen.move([cx + from[0], cy + from[1]]).line([cx + to[0], cy + to[1]]);
}

function square(pen: Pen, [cx, cy]: Point, half: number): void {
  pen
    .move([cx - half, cy - half])
    .line([cx + half, cy - half], [cx + half, cy + half], [cx - half, cy + half])
    .close();
}

function diamond(pen: Pen, [cx, cy]: Point, half: number): void {
  pen
    .move([cx, cy - half])
    .line([cx + half, cy], [cx, cy + half], [cx - half, cy])
    .close();
}

/** 步步锦: bars that step inwards, every second ring resting on the one outside it. */
const steps: Window = (pen, c, half) => {
  const count = 5;
  const gap = half / (count + 0.4);
  for (let k = 1; k < count; k++) {
    const inner = half - k * gap;
    const outer = inner + gap;
    const [across, down] = k % 2 === 1 ? [outer, inner] : [inner, outer];
    for (const side of [-1, 1]) {
      bar(pen, c, [-across, side * inner], [across, side * inner]);
      bar(pen, c, [side * inner, -down], [side * inner, down]);
      const post = k % 2 === 1 ? inner * 0.42 : 0;
      for (const at of post === 0 ? [0] : [-post, post]) {
        bar(pen, c, [at, side * outer], [at, side * inner]);
        bar(pen, c, [side * outer, at], [side * inner, at]);
      }
    }
  }
};

/** 灯笼锦: a lantern held in the middle, knots in the corners. */
const lantern: Window = (pen, c, half) => {
  const box = half * 0.42;
  for (const side of [-1, 1]) {
    bar(pen, c, [-half, side * box], [half, side * box]);
    bar(pen, c, [side * box, -half], [side * box, half]);
    const knot = (half + box) / 2;
    for (const other of [-1, 1]) {
      square(pen, [c[0] + side * knot, c[1] + other * knot], (half - box) * 0.26);
    }
    for (const [x, y] of [
      [side * knot, 0],
      [0, side * knot],
    ] as const) {
      diamond(pen, [c[0] + x, c[1] + y], (half - box) * 0.5);
    }
  }
  square(pen, c, box * 0.62);
};

/** 方胜: squares on edge, hooked into one another. */
const hooked: Window = (pen, c, half) => {
  const cell = half / 2;
  for (let row = -1; row <= 1; row++) {
    for (let column = -1; column <= 1; column++) {
      diamond(pen, [c[0] + column * cell, c[1] + row * cell], cell * 0.72);
    }
  }
  for (const at of [-1, 0, 1]) {
    for (const side of [-1, 1]) {
      bar(pen, c, [at * cell, side * half], [at * cell, side * cell * 1.72]);
      bar(pen, c, [side * half, at * cell], [side * cell * 1.72, at * cell]);
    }
  }
};

/** 套环: a ring in a square, as the round window of a garden wall. */
const round: Window = (pen, c, half) => {
  pen.circle(c, half * 0.8);
  pen.circle(c, half * 0.56);
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    bar(pen, c, [x * half * 0.56, y * half * 0.56], [x * half * 0.8, y * half * 0.8]);
  }
  for (const side of [-1, 1]) {
    bar(pen, c, [0, side * half], [0, side * half * 0.8]);
    bar(pen, c, [side * half, 0], [side * half * 0.8, 0]);
    for (const other of [-1, 1]) {
      const corner = half * 0.86;
      square(pen, [c[0] + side * corner, c[1] + other * corner], half * 0.14);
    }
  }
  diamond(pen, c, half * 0.56);
  square(pen, c, half * 0.28);
};

const WINDOWS = [steps, lantern, hooked, round] as const;
/** Half the side of the lit middle, as a part of the window's. */
const LIT: ReadonlyMap<Window, number> = new Map([
  [steps, 0.26],
  [lantern, 0.26],
  [hooked, 0],
  [round, 0.28],
]);

/** A cover: a wall of lattice windows, one of them near and lit. */
export function latticeCover(w: number, h: number, colours: Palette, next: Random): string {
  const half = h * between(next, 0.395, 0.43);
  const pitch = half * 2 + h * between(next, 0.07, 0.12);
  const first = pick(next, WINDOWS);
  const second = pick(next, WINDOWS);
  const nearX = w - h * between(next, 0.52, 0.86);
  const near = new Pen(10);
  const far = new Pen(10);
  const panes = new Pen(1);
  const lit = new Pen(10);
  for (let i = -2; i <= 1; i++) {
    const centre: Point = [nearX + i * pitch, h / 2];
    if (centre[0] + half < 0 || centre[0] - half > w) continue;
    const isNear = i === 0;
    const pen = isNear ? near : far;
    square(pen, centre, half);
    (isNear ? first : second)(pen, centre, half - (isNear ? 5 : 0));
    if (isNear) {
      square(panes, centre, half);
      square(pen, centre, half - 5);
      square(lit, centre, (half - 5) * (LIT.get(first) ?? 0));
    }
  }
  const line = mix(colours.mid, colours.dark, 0.35);
  return (
    path(panes.d, { fill: "#fff", "fill-opacity": 0.6 }) +
    (LIT.get(first) ? path(lit.d, { fill: colours.mid, "fill-opacity": 0.4 }) : "") +
    group(
      { fill: "none", stroke: colours.mid, "stroke-width": 1.3 },
      path(far.d, { "stroke-opacity": 0.55 }),
      path(near.d, { stroke: line, "stroke-width": 1.7 }),
    )
  );
}
