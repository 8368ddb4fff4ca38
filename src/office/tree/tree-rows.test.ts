import { expect, test } from "vitest";
import { layOut } from "./tree-rows.ts";

const lay = (pairs: [id: number, parent: number][]) =>
  layOut(
    pairs,
    ([id]) => id,
    ([, parent]) => parent,
  );

test("each row is followed by all below it, siblings keep their order", () => {
  const laid = lay([
    [1, 0],
    [3, 1],
    [2, 1],
    [9, 0],
    [4, 3],
  ]);
  expect(laid.map(({ id, level }) => [id, level])).toEqual([
    [1, 0],
    [3, 1],
    [4, 2],
    [2, 1],
    [9, 0],
  ]);
  expect(laid[2]).toMatchObject({ parents: [1, 3], hasBelow: false });
  expect(laid[1]?.hasBelow).toBe(true);
});

test("a row whose parent is not there is on top; a circle is absent", () => {
  const laid = lay([
    [5, 77],
    [6, 5],
    [7, 8],
    [8, 7],
  ]);
  expect(laid.map(({ id, level }) => [id, level])).toEqual([
    [5, 0],
    [6, 1],
  ]);
});
