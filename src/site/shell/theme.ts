import { inkOf, tintOf } from "../../lib/colour.ts";

/** The colour that site.css is drawn with. */
export const DEFAULT_THEME = "#1890ff";

/** Colours that staff may choose from; each has an ink that reads on white. */
export const THEMES = [
  [DEFAULT_THEME, "学会蓝"],
  ["#2f54eb", "靛青"],
  ["#13897b", "松石"],
  ["#2c8c4a", "竹绿"],
  ["#c23a22", "朱红"],
  ["#a4672a", "秋茶"],
  ["#6b4fbb", "黛紫"],
] as const satisfies readonly (readonly [colour: string, name: string])[];

/** Tones of the site made of one colour: for texts and solid buttons, deeper, and two tints. */
export function tonesOf(colour: string) {
  const { ink, active } = inkOf(colour);
  return { ink, deep: active, faint: tintOf(colour, 0.07), light: tintOf(colour, 0.22) };
}

/**
 * Rules that put a chosen colour in place of the usual blue; empty for the usual one, and for what
 * none of the presets is. In the layer of the tokens, so elder mode still has the last word; above them
 * wherever their sheet stands.
 */
export function themeCss(colour: string): string {
  const isKnown = THEMES.some(([each]) => each === colour);
  if (!isKnown || colour === DEFAULT_THEME) return "";
  const { ink, deep, faint, light } = tonesOf(colour);
  return `@layer theme{html:root{--color-blue:${colour};--color-blue-text:${ink};--color-blue-deep:${deep};--color-blue-50:${faint};--color-blue-100:${light}}}`;
}
