/** A declaration that needs experts; `has`: those who are on it already and stay. */
export type Seat = { itemId: number; need: number; has: readonly number[] };

/** An expert; `load`: declarations that they have already. */
export type Hand = { expertId: number; load: number };

export type Assignment = {
  given: { itemId: number; expertId: number }[];
  /** Declarations that lack experts: `eligible` is how many there are without a conflict, those on it among them. */
  short: { itemId: number; missing: number; eligible: number }[];
};

type Item = { itemId: number; need: number; can: number[]; fixed: Set<number>; on: Set<number> };

/** Spreads equal experts over the declarations, so that not always the same ones meet. */
const turn = (item: number, expert: number): number => (item * 7_919 + expert * 104_729) % 1_009;

/**
 * Gives declarations to experts: nobody gets one that `isBarred` keeps from them, nobody more than `most`, as many
 * declarations as possible have what they need, and what one expert has differs from what another has by one at
 * most, wherever the conflicts allow it. Who is on a declaration already stays.
 *
 * A graph of declarations and experts: a declaration that finds nobody free takes an expert whose own
 * declaration can be given to somebody else (an augmenting path); then a declaration goes on from one who has
 * two more to one who has less, over others where it must, until no such way is left. By the theory of
 * semi-matchings no better spread is left then either.
 */
export function assign(
  seats: readonly Seat[],
  hands: readonly Hand[],
  most: number,
  isBarred: (itemId: number, expertId: number) => boolean,
): Assignment {
  const load = new Map(hands.map(({ expertId, load }) => [expertId, load]));
  const order = new Map(hands.map(({ expertId }, index) => [expertId, index]));
  const items = seats.map(({ itemId, need, has }): Item => {
    const fixed = new Set(has);
    const can = hands.map(({ expertId }) => expertId).filter((id) => !isBarred(itemId, id));
    return { itemId, need: Math.max(0, need - fixed.size), can, fixed, on: new Set() };
  });
  const loadOf = (expertId: number) => load.get(expertId) ?? 0;
  const put = (item: Item, expertId: number) => {
    item.on.add(expertId);
    load.set(expertId, loadOf(expertId) + 1);
  };
  const mayTake = (item: Item, expertId: number) =>
    !item.fixed.has(expertId) && !item.on.has(expertId);

  // The declarations that fewest can judge choose first.
  const ordered = items
    .map((item, index) => ({ item, index }))
    .toSorted((a, b) => a.item.can.length - b.item.can.length || a.index - b.index);
  for (const { item, index } of ordered) {
    const rank = (expertId: number) => turn(index, order.get(expertId) ?? 0);
    const free = item.can
      .filter((expertId) => mayTake(item, expertId) && loadOf(expertId) < most)
      .toSorted((a, b) => loadOf(a) - loadOf(b) || rank(a) - rank(b));
    for (const expertId of free.slice(0, item.need)) put(item, expertId);
  }

  /** Moves declarations along the way from the first one, which gets an expert more, to the expert at its end. */
  const walk = (
    starts: readonly { item: Item; from: number | undefined }[],
    isEnd: (expertId: number) => boolean,
  ): boolean => {
    type Step = { item: Item; gives: number | undefined; before: Step | undefined };
    // A way never comes back to the expert that it leads away from.
    const seen = new Set(starts.flatMap(({ from }) => (from === undefined ? [] : [from])));
    const queue: Step[] = starts.map(({ item, from }) => ({
      item,
      gives: from,
      before: undefined,
    }));
    for (const step of queue) {
      const next = step.item.can.filter((id) => mayTake(step.item, id) && !seen.has(id));
      for (const expertId of next) {
        seen.add(expertId);
        if (!isEnd(expertId)) {
          for (const item of items) {
            if (item.on.has(expertId)) queue.push({ item, gives: expertId, before: step });
          }
          continue;
        }
        let takes = expertId;
        for (let at: Step | undefined = step; at; at = at.before) {
          if (at.gives !== undefined) {
            at.item.on.delete(at.gives);
            load.set(at.gives, loadOf(at.gives) - 1);
          }
          put(at.item, takes);
          takes = at.gives ?? takes;
        }
        return true;
      }
    }
    return false;
  };

  for (const { item } of ordered) {
    while (
      item.on.size < item.need &&
      walk([{ item, from: undefined }], (expertId) => loadOf(expertId) < most)
    );
  }
  for (let isMoved = true; isMoved; ) {
    isMoved = false;
    const heavyFirst = hands
      .map(({ expertId }) => expertId)
      .toSorted((a, b) => loadOf(b) - loadOf(a));
    for (const heavy of heavyFirst) {
      const own = items.filter((item) => item.on.has(heavy));
      const starts = own.map((item) => ({ item, from: heavy }));
      while (
        walk(
          starts.filter(({ item }) => item.on.has(heavy)),
          (expertId) => loadOf(expertId) <= loadOf(heavy) - 2,
        )
      ) {
        isMoved = true;
      }
    }
  }
  return {
    given: items.flatMap(({ itemId, on }) => [...on].map((expertId) => ({ itemId, expertId }))),
    short: items
      .filter(({ on, need }) => on.size < need)
      .map(({ itemId, on, need, can, fixed }) => ({
        itemId,
        missing: need - on.size,
        eligible: new Set([...can, ...fixed]).size,
      })),
  };
}
