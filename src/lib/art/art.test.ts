import { expect, test } from "vitest";
import { branchSvg } from "./branch.ts";
import { coverSvg, MOTIFS, PALETTES } from "./cover.ts";
import { footerStripSvg } from "./footer.ts";
import { pageHeadSvg, treeHeadSvg } from "./head.ts";
import { leadSvg } from "./lead.ts";
import { loginSvg } from "./login.ts";

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed);

/** Bytes as they leave the server. */
function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Tags in order and closed, every attribute quoted and named once, path data of numbers only. */
function expectWellFormed(text: string): void {
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
  const open: string[] = [];
  const rest = text.replace(/<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>&]*")*)(\/?)>/g, (...match) => {
    const [, closing, name, attributes, empty] = match as string[];
    const names = [...(attributes ?? "").matchAll(/ ([a-zA-Z:-]+)=/g)].map(([, key]) => key);
    expect(new Set(names).size).toBe(names.length);
    if (closing) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name ?? "");
    return "";
  });
  expect(rest).toBe("");
  expect(open).toEqual([]);
  for (const [, d] of text.matchAll(/ d="([^"]*)"/g)) expect(d).toMatch(/^M[\dMmlhvqcsazL .-]*$/);
  expect(text).not.toMatch(/NaN|undefined|Infinity|e-\d/);
}

test("every cover is well formed and below 10,000 bytes", () => {
  for (const motif of MOTIFS) {
    for (const palette of PALETTES) {
      for (const seed of SEEDS) {
        const text = coverSvg({ motif, palette, seed });
        expect(bytes(text), `${motif} ${palette} ${seed}`).toBeLessThan(10_000);
        expectWellFormed(text);
      }
    }
  }
});

test("a cover in other measures keeps the limit", () => {
  for (const motif of MOTIFS) {
    for (const [width, height] of [
      [288, 168],
      [800, 400],
    ] as const) {
      const text = coverSvg({ motif, palette: "ink", seed: 5, width, height });
      expect(bytes(text), `${motif} ${width}`).toBeLessThan(10_000);
      expect(text).toContain(`viewBox="0 0 ${width} ${height}"`);
      expectWellFormed(text);
    }
  }
});

test("the same seed gives the same cover, another seed another one", () => {
  for (const motif of MOTIFS) {
    const draw = (seed: number): string => coverSvg({ motif, palette: "blue", seed });
    for (const seed of SEEDS) expect(draw(seed)).toBe(draw(seed));
    expect(new Set(SEEDS.map(draw)).size, motif).toBe(SEEDS.length);
    expect(draw(2_147_483_000)).not.toBe(draw(2_147_483_001));
  }
});

test("the lead picture and the log-in picture stay below 10,000 bytes", () => {
  for (const draw of [leadSvg, loginSvg]) {
    expect(bytes(draw())).toBeLessThan(10_000);
    expectWellFormed(draw());
    expect(draw()).toBe(draw());
  }
});

test("the page head stays below 8,000 bytes and has no ground", () => {
  for (const palette of ["paper", ...PALETTES] as const) {
    const text = pageHeadSvg(palette);
    expect(bytes(text)).toBeLessThan(8_000);
    expect(text).not.toContain("<rect");
    expectWellFormed(text);
  }
});

test("the branch and the tree of membership stay small, and are the same each time", () => {
  for (const [draw, most] of [
    [branchSvg, 10_000],
    [treeHeadSvg, 15_000],
  ] as const) {
    expect(bytes(draw())).toBeLessThan(most);
    expectWellFormed(draw());
    expect(draw()).toBe(draw());
  }
});

test("the footer strip stays below 1,000 bytes", () => {
  expect(bytes(footerStripSvg())).toBeLessThan(1_000);
  expectWellFormed(footerStripSvg());
});
