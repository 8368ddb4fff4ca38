import fc from "fast-check";
import { expect, test } from "vitest";
import { PAGER_COUNT, PAGER_COUNT_NARROW, pagerOf, pageSizeOf, wholeNumber } from "./pager.ts";

test("the first, a middle and the last page of twenty", () => {
  expect(pagerOf(1, 20, 7)).toEqual({
    pages: [1, 2, 3, 4, 5, 6, 20],
    gapBefore: false,
    gapAfter: true,
  });
  expect(pagerOf(10, 20, 7)).toEqual({
    pages: [1, 8, 9, 10, 11, 12, 20],
    gapBefore: true,
    gapAfter: true,
  });
  expect(pagerOf(20, 20, 5)).toEqual({
    pages: [1, 17, 18, 19, 20],
    gapBefore: true,
    gapAfter: false,
  });
  expect(pagerOf(1, 0, 7).pages).toEqual([1]);
});

test("the row has its length, holds the present page, and the narrow one is part of the wide one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (pageCount, any) => {
      const pageNum = (any % pageCount) + 1;
      const wide = pagerOf(pageNum, pageCount, PAGER_COUNT);
      const narrow = pagerOf(pageNum, pageCount, PAGER_COUNT_NARROW);
      for (const [pager, count] of [
        [wide, PAGER_COUNT],
        [narrow, PAGER_COUNT_NARROW],
      ] as const) {
        expect(pager.pages.length).toBe(Math.min(count, pageCount));
        expect(pager.pages).toContain(pageNum);
        expect(pager.pages).toEqual([...new Set(pager.pages)].toSorted((a, b) => a - b));
        expect([pager.pages[0], pager.pages.at(-1)]).toEqual([1, pageCount]);
      }
      expect(wide.pages).toEqual(expect.arrayContaining(narrow.pages));
      if (wide.gapBefore) expect(narrow.gapBefore).toBe(true);
      if (wide.gapAfter) expect(narrow.gapAfter).toBe(true);
    }),
  );
});

test("numbers of an address", () => {
  expect(
    [null, "", "0", "-1", "1.5", "x", "7", "9999999999"].map((text) => wholeNumber(text, 1)),
  ).toEqual([1, 1, 1, 1, 1, 1, 7, 1]);
  expect([null, "10", "20", "25", "50"].map(pageSizeOf)).toEqual([20, 10, 20, 20, 50]);
});
