/** The cover palettes, in the order in which a list of categories takes them. */
export const PALETTES = ["blue", "sand", "celadon", "rose", "ink"] as const;

export type PaletteName = (typeof PALETTES)[number];

/** Three tones of one hue as #rrggbb: the ground, the pattern, the accent. */
export interface Palette {
  readonly bg: string;
  readonly mid: string;
  readonly dark: string;
}

export const COLOURS: Readonly<Record<PaletteName, Palette>> = {
  blue: { bg: "#e4f0fb", mid: "#7fb5e6", dark: "#0a5fbf" },
  sand: { bg: "#f3ead9", mid: "#cdb58a", dark: "#8a6a2f" },
  celadon: { bg: "#e3efeb", mid: "#8dbcad", dark: "#2c6b5a" },
  rose: { bg: "#f8e8e2", mid: "#dfa592", dark: "#b2452e" },
  ink: { bg: "#e6eaef", mid: "#9aa7b6", dark: "#37455a" },
};

/** The warm leaf and the lit window. */
export const STRAW = "#e8b25a";
/** Light behind a window's paper. */
export const LAMP = "#fdf0d2";
/** The heart of the rings; nothing else in a picture is red. */
export const VERMILION = "#c23a22";

/** `from` mixed with `to`, both #rrggbb; `share` 0..1 is the part of `to`. */
export function mix(from: string, to: string, share: number): string {
  let hex = "#";
  for (const at of [1, 3, 5]) {
    const a = Number.parseInt(from.slice(at, at + 2), 16);
    const b = Number.parseInt(to.slice(at, at + 2), 16);
    hex += Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  }
  return hex;
}
