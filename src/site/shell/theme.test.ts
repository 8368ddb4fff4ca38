import { expect, test } from "vitest";
import { contrast } from "../../lib/colour.ts";
import { DEFAULT_THEME, THEMES, themeCss, tonesOf } from "./theme.ts";

test.each(THEMES)(
  "%s %s: texts read on white and on its tints, white reads on buttons",
  (colour) => {
    const { ink, deep, faint } = tonesOf(colour);
    for (const tone of [ink, deep]) {
      expect(contrast(tone, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tone, faint)).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test("only a preset changes anything, and the blues alone: no value of a setting is ever a rule, no state turns", () => {
  expect(themeCss(DEFAULT_THEME)).toBe("");
  expect(themeCss("")).toBe("");
  expect(themeCss("red}</style><script>")).toBe("");
  expect(themeCss("#2c8c4a")).toMatch(
    /^@layer theme\{html:root\{(--color-blue[\w-]*:#[\da-fA-F]{6};?)+\}\}$/,
  );
});
