import fc from "fast-check";
import { expect, test } from "vitest";
import { dueOf } from "./fees.ts";
import { isReference, referenceOf, referencesIn } from "./reference.ts";
import { daysAfter, daysBetween, memberStateOf, termOf } from "./terms.ts";

const reference = fc.uint8Array({ minLength: 6, maxLength: 6 }).map(referenceOf);
const LETTERS = [..."23456789ABCDEFGHJKLMNPQRSTUVWXYZ"];

test("a reference with one wrong character, or two neighbours changed, is refused", () => {
  fc.assert(
    fc.property(reference, fc.nat(6), fc.constantFrom(...LETTERS), (text, at, letter) => {
      expect(isReference(text)).toBe(true);
      const place = at + 1;
      const wrong = text.slice(0, place) + letter + text.slice(place + 1);
      expect(isReference(wrong)).toBe(wrong === text);
      const [left = "", right = ""] = text.slice(place, place + 2);
      if (right === "") return;
      const swapped = text.slice(0, place) + right + left + text.slice(place + 2);
      expect(isReference(swapped)).toBe(swapped === text);
    }),
  );
});

test("references are found in what people write around them", () => {
  fc.assert(
    fc.property(reference, (text) => {
      const spaced = `会费 ${text.slice(0, 4)} ${text.slice(4).toLowerCase()}，2026年`;
      expect(referencesIn(spaced)).toContain(text);
    }),
  );
  expect(referencesIn("会费 2026")).toEqual([]);
});

test.each([
  ["2026-03-05", 1, undefined, "2026-03-05", "2026-12-31"],
  ["2026-09-30", 1, undefined, "2026-09-30", "2026-12-31"],
  ["2026-10-01", 1, undefined, "2026-10-01", "2027-12-31"],
  ["2026-12-31", 3, undefined, "2026-12-31", "2029-12-31"],
  // Early, on the last day, in the grace, and on its last day: without a gap.
  ["2026-10-02", 1, "2026-12-31", "2027-01-01", "2027-12-31"],
  ["2026-12-31", 2, "2026-12-31", "2027-01-01", "2028-12-31"],
  ["2027-02-01", 1, "2026-12-31", "2027-01-01", "2027-12-31"],
  ["2027-03-31", 1, "2026-12-31", "2027-01-01", "2027-12-31"],
  // A day later it begins with the payment.
  ["2027-04-01", 1, "2026-12-31", "2027-04-01", "2027-12-31"],
  ["2027-11-01", 1, "2026-12-31", "2027-11-01", "2028-12-31"],
])("paid on %s for %i after %s: %s to %s", (paidOn, years, lastTo, fromOn, toOn) => {
  expect(termOf(paidOn, years, lastTo)).toEqual({ fromOn, toOn });
});

test("a term is never upside down, and one that goes on leaves no day out", () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => daysAfter("2000-01-01", days));
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 5 }), fc.option(day), (paidOn, years, lastTo) => {
      const { fromOn, toOn } = termOf(paidOn, years, lastTo ?? undefined);
      expect(fromOn <= toOn).toBe(true);
      if (lastTo && daysBetween(lastTo, paidOn) <= 90) expect(fromOn).toBe(daysAfter(lastTo, 1));
      else expect(fromOn).toBe(paidOn);
    }),
  );
});

test.each([
  ["2026-12-31", "valid"],
  ["2027-01-01", "grace"],
  ["2027-03-31", "grace"],
  ["2027-04-01", "lapsed"],
  ["2027-12-31", "lapsed"],
  ["2028-01-01", "lapseList"],
])("a term to the end of 2026 is on %s %s", (today, state) => {
  expect(memberStateOf({ manualState: "", validTo: "2026-12-31" }, today)).toBe(state);
  expect(memberStateOf({ manualState: "expelled", validTo: "2026-12-31" }, today)).toBe("expelled");
});

test("dues: years, the price of renewing, the difference of an upgrade", () => {
  const person = { annualFee: 30_000, renewalFee: 20_000 };
  const council = { annualFee: 3_000_000, renewalFee: 3_000_000 };
  expect(dueOf("NEW", person, 3)).toBe(90_000);
  expect(dueOf("REJOIN", person, 1)).toBe(30_000);
  expect(dueOf("RENEW", person, 2)).toBe(40_000);
  expect(dueOf("UPGRADE", council, 1, { from: person, left: 2 })).toBe(5_940_000);
  expect(dueOf("UPGRADE", person, 1, { from: council, left: 2 })).toBe(0);
});
