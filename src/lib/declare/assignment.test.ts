import fc from "fast-check";
import { expect, test } from "vitest";
import { type Assignment, assign, type Hand, type Seat } from "./assignment.ts";

type Case = { seats: Seat[]; hands: Hand[]; most: number; barred: Set<string> };

const key = (itemId: number, expertId: number) => `${itemId}-${expertId}`;
const given = ({ seats, hands, most, barred }: Case): Assignment =>
  assign(seats, hands, most, (itemId, expertId) => barred.has(key(itemId, expertId)));

const cases = fc
  .record({
    items: fc.integer({ min: 1, max: 9 }),
    experts: fc.integer({ min: 1, max: 7 }),
    need: fc.integer({ min: 1, max: 4 }),
    most: fc.integer({ min: 1, max: 6 }),
    bars: fc.array(fc.tuple(fc.nat(8), fc.nat(6)), { maxLength: 30 }),
  })
  .map(
    ({ items, experts, need, most, bars }): Case => ({
      seats: Array.from({ length: items }, (_, itemId) => ({ itemId, need, has: [] })),
      hands: Array.from({ length: experts }, (_, expertId) => ({ expertId, load: 0 })),
      most,
      barred: new Set(bars.map(([itemId, expertId]) => key(itemId, expertId))),
    }),
  );

const loadsOf = ({ hands }: Case, { given }: Assignment) =>
  hands.map(({ expertId }) => given.filter((each) => each.expertId === expertId).length);

test("nobody gets what is kept from them, one declaration twice, or more than the most", () => {
  fc.assert(
    fc.property(cases, (one) => {
      const answer = given(one);
      const pairs = answer.given.map(({ itemId, expertId }) => key(itemId, expertId));
      expect(new Set(pairs).size).toBe(pairs.length);
      expect(pairs.filter((pair) => one.barred.has(pair))).toEqual([]);
      expect(Math.max(0, ...loadsOf(one, answer))).toBeLessThanOrEqual(one.most);
      for (const { itemId, need } of one.seats) {
        const count = answer.given.filter((each) => each.itemId === itemId).length;
        const missing = answer.short.find((each) => each.itemId === itemId)?.missing ?? 0;
        expect(count + missing).toBe(need);
      }
    }),
  );
});

test("without conflicts the experts differ by one at most, and all is given that there is room for", () => {
  fc.assert(
    fc.property(cases, (found) => {
      const one = { ...found, barred: new Set<string>() };
      const answer = given(one);
      const loads = loadsOf(one, answer);
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      const { seats, hands, most } = one;
      const need = Math.min(seats[0]?.need ?? 0, hands.length);
      expect(answer.given.length).toBe(Math.min(seats.length * need, hands.length * most));
    }),
  );
});

/** The most that can be given, and the least sum of squares with it, by trying all. */
function best({ seats, hands, most, barred }: Case): { count: number; squares: number } {
  let found = { count: -1, squares: 0 };
  const loads = hands.map(() => 0);
  const visit = (at: number, count: number) => {
    const seat = seats[at];
    if (!seat) {
      const squares = loads.reduce((sum, load) => sum + load * load, 0);
      const isBetter = count > found.count || (count === found.count && squares < found.squares);
      if (isBetter) found = { count, squares };
      return;
    }
    for (let mask = 0; mask < 2 ** hands.length; mask++) {
      const chosen = hands.filter((_, n) => mask & (1 << n) && (loads[n] ?? 0) < most);
      const size = mask.toString(2).replaceAll("0", "").length;
      if (chosen.length !== size || size > seat.need) continue;
      if (chosen.some(({ expertId }) => barred.has(key(seat.itemId, expertId)))) continue;
      for (const { expertId } of chosen) loads[expertId] = (loads[expertId] ?? 0) + 1;
      visit(at + 1, count + size);
      for (const { expertId } of chosen) loads[expertId] = (loads[expertId] ?? 0) - 1;
    }
  };
  visit(0, 0);
  return found;
}

test("no other way gives more, or spreads what every declaration gets more evenly", () => {
  const small = cases.filter(({ seats, hands }) => seats.length <= 4 && hands.length <= 4);
  fc.assert(
    fc.property(small, (one) => {
      const answer = given(one);
      const wanted = best(one);
      expect(answer.given.length).toBe(wanted.count);
      if (answer.short.length > 0) return;
      const squares = loadsOf(one, answer).reduce((sum, load) => sum + load * load, 0);
      expect(squares).toBe(wanted.squares);
    }),
    { numRuns: 150 },
  );
});

test("a declaration goes on to who has less, over another one where it must", () => {
  const orders = [
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
  ];
  // Two declarations are the first expert's alone; of the others one may be judged by the second or the third,
  // one by the first or the second. Whoever is chosen first for them, the loads end as two, one and one.
  const able = new Map([
    [1, [1]],
    [2, [1]],
    [3, [2, 3]],
    [4, [1, 2]],
  ]);
  for (const order of orders) {
    for (const first of [3, 4]) {
      const hands = order.map((expertId) => ({ expertId, load: 0 }));
      const ids = [1, 2, first, 7 - first];
      const seats = ids.map((itemId) => ({ itemId, need: 1, has: [] }));
      const answer = assign(seats, hands, 5, (itemId, id) => !able.get(itemId)?.includes(id));
      const loads = [1, 2, 3].map(
        (id) => answer.given.filter(({ expertId }) => expertId === id).length,
      );
      expect(loads).toEqual([2, 1, 1]);
    }
  }
});

test("who is on a declaration stays and counts; what lacks experts says how many could judge it", () => {
  const hands = [1, 2, 3, 4].map((expertId) => ({ expertId, load: expertId === 4 ? 2 : 0 }));
  const seats = [
    { itemId: 1, need: 3, has: [4] },
    { itemId: 2, need: 3, has: [] },
  ];
  const answer = assign(seats, hands, 2, (itemId, expertId) => itemId === 2 && expertId !== 3);
  expect(answer.given.filter(({ itemId }) => itemId === 1)).toHaveLength(2);
  expect(answer.given.filter(({ itemId }) => itemId === 2)).toEqual([{ itemId: 2, expertId: 3 }]);
  expect(answer.short).toEqual([{ itemId: 2, missing: 2, eligible: 1 }]);
});

test("a thousand declarations and sixty experts take no noticeable time", () => {
  const seats = Array.from({ length: 1_000 }, (_, itemId) => ({ itemId, need: 5, has: [] }));
  const hands = Array.from({ length: 60 }, (_, expertId) => ({ expertId, load: 0 }));
  const begun = performance.now();
  const answer = assign(seats, hands, 100, (itemId, expertId) => (itemId * 7 + expertId) % 9 === 0);
  expect(answer.short).toEqual([]);
  const loads = hands.map(
    ({ expertId }) => answer.given.filter((g) => g.expertId === expertId).length,
  );
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
  expect(performance.now() - begun).toBeLessThan(5_000);
});
