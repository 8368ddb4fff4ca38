import { randomInt } from "node:crypto";
import sharp from "sharp";
import svgCaptcha from "svg-captcha";

/** Twice the 136 × 48 it is shown at. */
const WIDTH = 272;
const HEIGHT = 96;
const COLOURS = ["#0a5fbf", "#8a6a2f", "#2c6b5a", "#465160", "#c23a22"];

const between = (low: number, high: number) => low + randomInt(0, 10_001) * ((high - low) / 10_000);
const colour = () => COLOURS[randomInt(COLOURS.length)] ?? "#1b2430";

/** Outline of one character around the origin; the library carries its own font, so none is needed. */
function outline(character: string): string {
  const { data } = svgCaptcha.create({
    size: 1,
    charPreset: character,
    width: 100,
    height: 100,
    fontSize: 62,
    noise: 0,
  });
  return / d="([^"]+)"/.exec(data)?.[1] ?? "";
}

/** The font has no multiplication sign. */
const TIMES = "M38 40L62 62M62 40L38 62";

function drawn(character: string, x: number): string {
  const turn = between(-22, 22).toFixed(1);
  const skew = between(-14, 14).toFixed(1);
  const scale = between(0.86, 1.12).toFixed(2);
  const y = (HEIGHT / 2 + between(-9, 9)).toFixed(1);
  const place = `translate(${x.toFixed(1)} ${y}) rotate(${turn}) skewX(${skew}) scale(${scale}) translate(-50 -50)`;
  return character === "×"
    ? `<path d="${TIMES}" transform="${place}" fill="none" stroke="${colour()}" stroke-width="6"/>`
    : `<path d="${outline(character)}" transform="${place}" fill="${colour()}"/>`;
}

/** A bent line from side to side, as thick as the strokes of the digits. */
function noise(): string {
  const y = () => between(8, HEIGHT - 8).toFixed(1);
  const path = `M-4 ${y()}C${WIDTH * 0.3} ${y()} ${WIDTH * 0.6} ${y()} ${WIDTH + 4} ${y()}`;
  const width = between(2, 4).toFixed(1);
  return `<path d="${path}" fill="none" stroke="${colour()}" stroke-opacity=".75" stroke-width="${width}"/>`;
}

function speck(): string {
  const x = between(0, WIDTH).toFixed(1);
  const y = between(0, HEIGHT).toFixed(1);
  return `<circle cx="${x}" cy="${y}" r="${between(1, 3).toFixed(1)}" fill="${colour()}" fill-opacity=".6"/>`;
}

/**
 * A PNG of a short text of digits, `+ - × = ?`, as base64 without prefix: clients label it as a GIF,
 * and browsers find out by themselves only for raster pictures (wire-contract 1.9).
 */
export async function captchaPicture(text: string): Promise<string> {
  const characters = Array.from(text);
  const step = WIDTH / (characters.length + 0.6);
  const marks = characters.map((each, index) => drawn(each, step * (index + 0.8)));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#eef3f8"/>${noise()}${marks.join("")}${noise()}${noise()}${Array.from({ length: 40 }, speck).join("")}</svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
  return png.toString("base64");
}
