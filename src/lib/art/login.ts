import { landscape } from "./lead.ts";

/** The picture of the log-in page: 648 × 704 units, its upper 230 left calm for a motto. */
export function loginSvg(): string {
  return landscape({
    width: 648,
    height: 704,
    sun: [436, 414],
    reach: 214,
    far: [
      [60, 516],
      [300, 528],
      [596, 512],
    ],
    near: [
      [150, 548],
      [402, 536],
      [640, 552],
    ],
    plain: 664,
    edge: [690, 680, 688],
    houses: [
      { x: 420, eave: 612, width: 164, rise: 48, base: 676 },
      { x: 570, eave: 608, width: 150, rise: 46, base: 676 },
    ],
    tree: { foot: [180, 692], height: 420, spread: 152, leaf: 29, twigs: 32, grain: 1 },
    people: [294, 682],
    stature: 1.06,
    fallen: [
      [230, 690, 0.2],
      [110, 690, 2.9],
      [322, 512, 0.9],
    ],
    seed: 20,
  });
}
