import { expect, test } from "vitest";
import { clamped, drawnAt } from "./crop.ts";

const wide = { width: 400, height: 200 };

test("at zoom 1 the shorter side fills the stage, in the middle", () => {
  expect(drawnAt({ zoom: 1, x: 0, y: 0 }, wide, 100)).toEqual({
    left: -50,
    top: 0,
    width: 200,
    height: 100,
  });
});

test("the picture always covers the stage", () => {
  expect(clamped({ zoom: 1, x: 999, y: 999 }, wide, 100)).toEqual({ zoom: 1, x: 50, y: 0 });
  expect(clamped({ zoom: 2, x: -999, y: -999 }, wide, 100)).toEqual({ zoom: 2, x: -150, y: -50 });
  expect(clamped({ zoom: 1, x: 30, y: 0 }, wide, 100)).toEqual({ zoom: 1, x: 30, y: 0 });
});
