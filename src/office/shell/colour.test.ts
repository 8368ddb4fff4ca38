import { expect, test } from "vitest";
import { contrast, inkOf, tintOf } from "../../lib/colour.ts";
import { PRESETS } from "./theme.ts";

// The eight presets (specification 9) and their inks.
const INKS: Record<string, string> = {
  "#409EFF": "#006EC8",
  "#1890FF": "#006DC8",
  "#304156": "#304156",
  "#212121": "#212121",
  "#11A983": "#047C5F",
  "#13C2C2": "#0A7B7B",
  "#6959CD": "#6959CD",
  "#F5222D": "#D10C1F",
};

test("the inks of the eight presets", () => {
  const made = Object.fromEntries(PRESETS.map((seed) => [seed, inkOf(seed).ink]));
  expect(made).toEqual(INKS);
});

test("hover and active of the default ink", () => {
  expect(inkOf("#409EFF")).toEqual({ ink: "#006EC8", hover: "#0665B5", active: "#025BA5" });
});

test("white reads on every state of a solid control, and the states differ", () => {
  for (const seed of [...PRESETS, "#FFEE00", "#FFFFFF", "#00FF00"]) {
    const states = Object.values(inkOf(seed));
    for (const state of states) {
      expect(contrast(state, "#FFFFFF"), `${seed} ${state}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(new Set(states).size, seed).toBe(3);
  }
});

test("every ink reads on white and on its tint", () => {
  for (const seed of [...PRESETS, "#FFEE00", "#FFFFFF", "#00FF00"]) {
    const { ink } = inkOf(seed);
    expect(contrast(ink, "#FFFFFF"), seed).toBeGreaterThanOrEqual(4.7);
    expect(contrast(ink, tintOf(seed)), seed).toBeGreaterThanOrEqual(4.55);
  }
});

test("the tint of the default theme", () => {
  expect(tintOf("#409EFF")).toBe("#E8F3FF");
});
