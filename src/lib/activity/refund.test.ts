import fc from "fast-check";
import { expect, test } from "vitest";
import { priceToday } from "./parts.ts";
import { refundFen } from "./refund.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-12-20T01:00:00Z");
const before = (days: number) => new Date(START.getTime() - days * DAY_MS);
const fen = fc.integer({ min: 0, max: 999_999_999 });

test("all goes back a week ahead, half three days ahead, nothing after that", () => {
  expect(refundFen(30_001, START, before(7))).toBe(30_001);
  expect(refundFen(30_001, START, new Date(before(7).getTime() + 1))).toBe(15_001);
  expect(refundFen(30_001, START, before(3))).toBe(15_001);
  expect(refundFen(30_001, START, new Date(before(3).getTime() + 1))).toBe(0);
  expect(refundFen(30_001, null, before(0))).toBe(30_001);
});

test("never more goes back than was paid, and never more to who leaves later", () => {
  const days = fc.double({ min: -30, max: 60, noNaN: true });
  fc.assert(
    fc.property(fen, days, days, (paid, one, two) => {
      const [late, early] = one < two ? [one, two] : [two, one];
      const back = refundFen(paid, START, before(late));
      expect(Number.isInteger(back) && back >= 0 && back <= paid).toBe(true);
      expect(back).toBeLessThanOrEqual(refundFen(paid, START, before(early)));
    }),
  );
});

test("the price of a day is one of the table, open on that day, and a member's where they have one", () => {
  const day = fc.constantFrom("", "2026-11-01", "2026-11-10", "2026-11-20");
  const line = fc.record({ amountFen: fen, memberFen: fc.option(fen), untilDay: day });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 4 }),
      fc.nat(4),
      fc.constantFrom("2026-10-30", "2026-11-05", "2026-11-15", "2026-11-25"),
      fc.boolean(),
      (lines, nth, today, isMember) => {
        const prices = lines.map((each, at) => ({ ...each, key: `p${at}`, name: `费用${at}` }));
        const chosen = { key: `p${nth}`, name: "选定的", takenFen: 12_345 };
        const price = priceToday(prices, chosen, today, isMember);
        const found = prices.find(({ key }) => key === price.key);
        const isKept = price.amountFen === chosen.takenFen && price.key === chosen.key;
        const isOpen = ({ untilDay }: { untilDay: string }) => untilDay === "" || untilDay >= today;
        // Where the chosen line is gone, or all have ended, what was taken holds.
        if (!prices[nth] || !prices.some(isOpen)) {
          expect(isKept).toBe(true);
          return;
        }
        expect(found && isOpen(found)).toBe(true);
        expect(price.amountFen).toBe(
          isMember && found?.memberFen !== null ? found?.memberFen : found?.amountFen,
        );
      },
    ),
  );
});
