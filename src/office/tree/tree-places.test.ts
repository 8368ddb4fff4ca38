import { expect, test } from "vitest";
import {
  familyOf,
  isSamePlace,
  isWithin,
  placeAt,
  placeOf,
  stepOf,
  zoneAt,
} from "./tree-places.ts";

//  1 ── 11, 12 ── 121
//  2
//  3 (its parent is not among the rows)
const rows = [
  [1, 0],
  [2, 0],
  [3, 99],
  [11, 1],
  [12, 1],
  [121, 12],
] as const;
const family = familyOf(
  rows,
  ([id]) => id,
  ([, parent]) => parent,
);

test("the family: top, siblings in their order, descent", () => {
  expect(family.below(0)).toEqual([1, 2, 3]);
  expect(family.below(1)).toEqual([11, 12]);
  expect(family.aboveOf(3)).toBe(0);
  expect(isWithin(family, 121, 1)).toBe(true);
  expect(isWithin(family, 12, 12)).toBe(true);
  expect(isWithin(family, 1, 12)).toBe(false);
  const circle = familyOf(
    [
      [1, 2],
      [2, 1],
    ],
    ([id]) => Number(id),
    ([, parent]) => Number(parent),
  );
  expect(isWithin(circle, 1, 3)).toBe(false);
});

test("thirds of a row that can hold, halves of one that cannot", () => {
  expect([0.1, 0.5, 0.9].map((share) => zoneAt(share, true))).toEqual(["before", "into", "after"]);
  expect([0.1, 0.49, 0.9].map((share) => zoneAt(share, false))).toEqual([
    "before",
    "before",
    "after",
  ]);
});

test("what letting go means", () => {
  expect(placeAt(family, 12, "into", false)).toEqual({ above: 12, before: undefined });
  expect(placeAt(family, 12, "before", false)).toEqual({ above: 1, before: 12 });
  expect(placeAt(family, 11, "after", false)).toEqual({ above: 1, before: 12 });
  expect(placeAt(family, 12, "after", false)).toEqual({ above: 1, before: undefined });
  // Under an open row stands its first one.
  expect(placeAt(family, 12, "after", true)).toEqual({ above: 12, before: 121 });
  expect(placeAt(family, 2, "after", true)).toEqual({ above: 0, before: 3 });
});

test("one step up and down, and no further than the end", () => {
  expect(stepOf(family, 1, -1)).toBeUndefined();
  expect(stepOf(family, 1, 1)).toEqual({ above: 0, before: 3 });
  expect(stepOf(family, 2, 1)).toEqual({ above: 0, before: undefined });
  expect(stepOf(family, 2, -1)).toEqual({ above: 0, before: 1 });
  expect(stepOf(family, 3, 1)).toBeUndefined();
});

test("the same place, however it is said", () => {
  expect(placeOf(family, 11)).toEqual({ above: 1, before: 12 });
  expect(isSamePlace(family, 11, { above: 1, before: 12 })).toBe(true);
  expect(isSamePlace(family, 11, { above: 1, before: 11 })).toBe(true);
  expect(isSamePlace(family, 11, { above: 1, before: undefined })).toBe(false);
  expect(isSamePlace(family, 11, { above: 0, before: 12 })).toBe(false);
});
