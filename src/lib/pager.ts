/** specification 9: page 1, limit 20, sizes 10/20/30/50, pager count 5 below 992 px, else 7. */
export const PAGE_SIZE = 20;
export const PAGE_SIZES = [10, 20, 30, 50] as const;
export const PAGER_COUNT = 7;
export const PAGER_COUNT_NARROW = 5;

export type Pager = {
  /** Numbers in order; the first is 1, the last is the last page. */
  pages: number[];
  /** Whether pages are left out after the first and before the last number. */
  gapBefore: boolean;
  gapAfter: boolean;
};

/** Which page numbers stand in a row of at most `count` (odd, 5 or more), the present one among them. */
export function pagerOf(pageNum: number, pageCount: number, count: number): Pager {
  if (pageCount <= count) {
    const pages = Array.from({ length: Math.max(1, pageCount) }, (_, index) => index + 1);
    return { pages, gapBefore: false, gapAfter: false };
  }
  const half = (count - 1) / 2;
  const gapBefore = pageNum > count - half;
  const gapAfter = pageNum < pageCount - half;
  const inner = count - 2;
  let first = 2;
  if (gapBefore) first = gapAfter ? pageNum - (half - 1) : pageCount - inner;
  const between = Array.from({ length: inner }, (_, index) => first + index);
  return { pages: [1, ...between, pageCount], gapBefore, gapAfter };
}

/** A page number or size of an address: a whole number from 1 on, else the fallback. */
export function wholeNumber(text: string | null, fallback: number): number {
  const value = Number(text);
  return text !== null && /^\d{1,9}$/.test(text) && value >= 1 ? value : fallback;
}

/** The page size of an address: one of those on offer. */
export function pageSizeOf(text: string | null): number {
  return PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZE;
}
