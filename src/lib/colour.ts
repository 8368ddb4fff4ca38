/** Red, green, blue from 0 to 1. */
type Rgb = readonly [number, number, number];
/** Lightness, chroma and hue (radians) of OKLCH. */
type Oklch = readonly [number, number, number];

const WHITE: Rgb = [1, 1, 1];

/** Contrast the ink keeps on white and on the seed's 12 % tint. */
const ON_WHITE = 4.7;
const ON_TINT = 4.55;
const TINT = 0.12;
/** WCAG 2, level AA, for text of usual size. */
const READABLE = 4.5;

const LIGHTNESS_STEP = 0.004;
const CHROMA_FACTOR = 0.97;
const GAMUT_TOLERANCE = 0.001;

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGamma = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

const parse = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16) / 255,
  Number.parseInt(hex.slice(3, 5), 16) / 255,
  Number.parseInt(hex.slice(5, 7), 16) / 255,
];

const print = (colour: Rgb): string =>
  `#${colour
    .map((c) =>
      Math.round(Math.min(1, Math.max(0, c)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")
    .toUpperCase()}`;

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** Contrast of WCAG 2 between two colours written `#rrggbb`. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(parse(first)), luminance(parse(second))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` of the colour on white. */
export const tintOf = (hex: string, share = TINT): string =>
  print(parse(hex).map((c) => c * share + 1 - share) as unknown as Rgb);

function toOklch(colour: Rgb): Oklch {
  const [r, g, b] = colour.map(toLinear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(a, bb), Math.atan2(bb, a)];
}

/** Linear light; parts outside of 0 to 1 cannot be shown. */
function toLight([lightness, chroma, hue]: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const canShow = (light: Rgb) =>
  light.every((c) => c >= -GAMUT_TOLERANCE && c <= 1 + GAMUT_TOLERANCE);

/** The colour, with less chroma where a screen cannot show as much at this lightness. */
function show([lightness, chroma, hue]: Oklch): string {
  let c = chroma;
  while (c > 0.001 && !canShow(toLight([lightness, c, hue]))) c *= CHROMA_FACTOR;
  const light = toLight([lightness, c, hue]);
  return print(light.map((part) => toGamma(Math.min(1, Math.max(0, part)))) as unknown as Rgb);
}

export type Ink = { ink: string; hover: string; active: string };

/**
 * The tone of a theme colour that text and solid controls use: its OKLCH hue, darker until it reads
 * on white (4.7) and on its own 12 % tint (4.55). Hover is lighter by .06 where white still reads on
 * it, else darker (a lighter blue carries white with 4.0 only); active is darker than both.
 */
export function inkOf(seed: string): Ink {
  const [start, chroma, hue] = toOklch(parse(seed));
  const tint = tintOf(seed);
  const white = print(WHITE);
  let lightness = start;
  let ink = seed.toUpperCase();
  while (lightness > 0 && (contrast(ink, white) < ON_WHITE || contrast(ink, tint) < ON_TINT)) {
    lightness -= LIGHTNESS_STEP;
    ink = show([lightness, chroma, hue]);
  }
  const lighter = show([lightness + 0.06, chroma, hue]);
  const darker = (by: number) => show([Math.max(0, lightness - by), chroma, hue]);
  const hover = contrast(lighter, white) < READABLE ? darker(0.035) : lighter;
  return { ink, hover, active: darker(0.07) };
}
