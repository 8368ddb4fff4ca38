import { createHash } from "node:crypto";
import QRCode from "qrcode";
import sharp from "sharp";
import { branchSvg } from "../../lib/art/branch.ts";
import { coverSvg, MOTIFS, type Motif, PALETTES, type PaletteName } from "../../lib/art/cover.ts";
import { footerStripSvg } from "../../lib/art/footer.ts";
import { pageHeadSvg, treeHeadSvg } from "../../lib/art/head.ts";
import { leadSvg } from "../../lib/art/lead.ts";
import { loginSvg } from "../../lib/art/login.ts";
import { limiter } from "../../server/jobs/limiter.ts";

/** Covers repeat after this number of articles: few files, all of them kept. */
const SEEDS = 12;

const isMotif = (text: string): text is Motif => MOTIFS.some((each) => each === text);
const isPalette = (text: string): text is PaletteName => PALETTES.some((each) => each === text);

/** The drawing of `<motif>-<palette>-<seed>`, of that size; undefined for any other name. */
export function coverOf(
  name: string,
  size: { width?: number; height?: number } = {},
): string | undefined {
  const [motif = "", palette = "", seed = "", ...rest] = name.split("-");
  if (rest.length > 0 || !isMotif(motif) || !isPalette(palette)) return undefined;
  if (!/^\d{1,2}$/.test(seed) || String(Number(seed)) !== seed || Number(seed) >= SEEDS) {
    return undefined;
  }
  return coverSvg({ motif, palette, seed: Number(seed), ...size });
}

/** A third of 1200 by 630 pixels, the card of a shared link: a drawing has its lines for this size. */
const CARD = { width: 400, height: 210 };
/** Dots an inch that make three pixels of a unit. */
const DENSITY = 3 * 72;

const drawing = limiter(1);

/** The same drawing as a PNG of 1200 by 630 pixels; undefined for any other name. */
export function cardOf(name: string): Promise<Buffer> | undefined {
  const svg = coverOf(name, CARD);
  if (svg === undefined) return undefined;
  return drawing.run(() =>
    sharp(Buffer.from(svg), { density: DENSITY }).png({ palette: true, colours: 128 }).toBuffer(),
  );
}

/** lead, login, footer-strip, branch, head-tree, head-paper and head-<palette>; undefined for any other name. */
export function drawingOf(name: string): string | undefined {
  if (name === "lead") return leadSvg();
  if (name === "login") return loginSvg();
  if (name === "footer-strip") return footerStripSvg();
  if (name === "branch") return branchSvg();
  if (name === "head-tree") return treeHeadSvg();
  if (!name.startsWith("head-")) return undefined;
  const palette = name.slice("head-".length);
  return palette === "paper" || isPalette(palette) ? pageHeadSvg(palette) : undefined;
}

/** A QR code as SVG, dark on white with the quiet zone of four modules that scanners ask for. */
export const qrSvg = (text: string): Promise<string> =>
  QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 4 });

/** Address of the QR code in the footer; a new content gets a new one. Empty without content. */
export function qrHref(content: string): string {
  if (!content) return "";
  const version = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return `/art/qr.svg?v=${version}`;
}
