import { randomInt } from "node:crypto";
import sharp from "sharp";

/** Size of the picture in family clients (wire 4.1). */
const SENT = { width: 160, height: 60 };
/** Drawn at twice the size. */
const WIDTH = 320;
const HEIGHT = 120;
const COLOURS = ["#0a5fbf", "#7a5c26", "#2c6b5a", "#37455a", "#b2452e"];

/** Strokes on a field of 40 × 60: no font is needed, and there is no library of them to train on. */
const STROKES: Readonly<Record<string, string>> = {
  "0": "M20 4C6 4 4 20 4 30S6 56 20 56 36 40 36 30 34 4 20 4Z",
  "1": "M9 15C14 13 19 9 22 4V56",
  "2": "M5 16C5 0 35 0 35 18C35 32 5 44 5 56H36",
  "3": "M6 10C14 0 35 2 34 16C33 28 20 28 15 28C24 28 37 30 36 43C35 58 12 60 4 48",
  "4": "M28 56V4L4 40H38",
  "5": "M34 4H10L7 28C14 22 36 22 36 40C36 60 10 60 4 48",
  "6": "M33 9C22 -1 5 10 5 36C5 62 36 60 36 40C36 22 12 22 6 38",
  "7": "M4 5H36C26 20 18 36 16 56",
  "8": "M20 28C4 26 4 4 20 4S36 26 20 28C2 30 2 56 20 56S38 30 20 28Z",
  "9": "M7 51C18 61 35 50 35 24C35 -2 4 0 4 20C4 38 28 38 34 22",
  "+": "M6 30H34M20 16V44",
  "-": "M6 30H34",
  "×": "M9 19L31 41M31 19L9 41",
  "=": "M6 22H34M6 38H34",
  "?": "M7 15C8 0 34 1 33 17C32 28 20 27 20 40M20 53V54",
};

const between = (low: number, high: number) => low + randomInt(0, 10_001) * ((high - low) / 10_000);
const colour = () => COLOURS[randomInt(COLOURS.length)] ?? "#1b2430";

/** Every number of a path moved a little, so that no two digits are the same. */
const unsteady = (path: string) =>
  path.replace(/-?\d+/g, (number) => (Number(number) + between(-1.6, 1.6)).toFixed(1));

function drawn(character: string, x: number): string {
  const turn = between(-18, 18).toFixed(1);
  const skew = between(-14, 14).toFixed(1);
  const scale = between(1.08, 1.3).toFixed(2);
  const y = (HEIGHT / 2 + between(-11, 11)).toFixed(1);
  const place = `translate(${x.toFixed(1)} ${y}) rotate(${turn}) skewX(${skew}) scale(${scale}) translate(-20 -30)`;
  const width = between(5, 6.6).toFixed(1);
  return `<path d="${unsteady(STROKES[character] ?? "")}" transform="${place}" stroke="${colour()}" stroke-width="${width}"/>`;
}

/** A bent line from side to side, of the colours of the digits. */
function noise(): string {
  const y = () => between(8, HEIGHT - 8).toFixed(1);
  const path = `M-4 ${y()}C${WIDTH * 0.3} ${y()} ${WIDTH * 0.6} ${y()} ${WIDTH + 4} ${y()}`;
  return `<path d="${path}" stroke="${colour()}" stroke-width="${between(2.5, 4.5).toFixed(1)}"/>`;
}

/**
 * A PNG of a short text of digits and `+ - × = ?`, as base64 without prefix: clients label it as a
 * GIF, and browsers find out by themselves only for raster pictures (wire 1.9).
 */
export async function captchaPicture(text: string): Promise<string> {
  const characters = Array.from(text);
  const step = WIDTH / (characters.length + 0.5);
  const marks = characters.map((each, index) => drawn(each, step * (index + 0.75)));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SENT.width}" height="${SENT.height}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#eef3f8"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${noise()}${marks.join("")}${noise()}${noise()}</g></svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
  return png.toString("base64");
}
