import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import sharp from "sharp";

/** Characters of names that a Chinese font of 30,000 has, and of ever more remote planes. */
export const RARE_NAMES = ["龑䶮", "㛃喆堃", "𬭎𣲘", "𫖯𬘭", "买买提·阿卜杜热依木"] as const;
/** In no font that we ship. */
export const NO_FONT_HAS = "𠮷";

/** A red ring on a clear ground. */
export function seal(): Promise<Buffer> {
  const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><circle cx="300" cy="300" r="280" fill="none" stroke="#d02a1e" stroke-width="18"/></svg>`;
  return sharp(Buffer.from(ring)).png().toBuffer();
}

/** A seal as a scanner takes it: 1,200 pixels, every one of them a little different. */
export async function scannedSeal(): Promise<Buffer> {
  const [width, height] = [1_200, 1_200];
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const create = { width, height, channels: 3, background: "#c43a2e", noise } as const;
  const grain = await sharp({ create }).png().toBuffer();
  const ring = await sharp(await seal())
    .resize(width, height)
    .png()
    .toBuffer();
  return sharp(grain)
    .ensureAlpha(0.8)
    .composite([{ input: ring }])
    .png()
    .toBuffer();
}

export function photo(): Promise<Buffer> {
  const create = { width: 600, height: 840, channels: 3, background: "#7fb5e6" } as const;
  return sharp({ create }).jpeg().toBuffer();
}

/**
 * Writes a font into `folder` that has a picture for `character`: ours, with one entry of its character
 * table (format 12, groups in order) told to stand for it.
 */
export function writeFontWith(character: string, folder: string): void {
  const name = "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf";
  const font = fs.readFileSync(createRequire(import.meta.url).resolve(name));
  const wanted = character.codePointAt(0) ?? 0;
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i++) {
    const record = 12 + i * 16;
    if (font.toString("latin1", record, record + 4) !== "cmap") continue;
    const cmap = font.readUInt32BE(record + 8);
    const parts = font.readUInt16BE(cmap + 2);
    for (let part = 0; part < parts; part++) {
      const at = cmap + font.readUInt32BE(cmap + 4 + part * 8 + 4);
      if (font.readUInt16BE(at) === 12) retell(font, at, wanted);
    }
  }
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "more.ttf"), font);
}

/** The last group of one character before `wanted` stands for `wanted` instead. */
function retell(font: Buffer, table: number, wanted: number): void {
  const groups = font.readUInt32BE(table + 12);
  let nearest = 0;
  for (let i = 0; i < groups; i++) {
    const group = table + 16 + i * 12;
    const from = font.readUInt32BE(group);
    if (from < wanted && from === font.readUInt32BE(group + 4)) nearest = group;
  }
  font.writeUInt32BE(wanted, nearest);
  font.writeUInt32BE(wanted, nearest + 4);
}
