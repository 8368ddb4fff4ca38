/** A place in a tree: below a row, 0 for the top, before one of the rows there or at their end. */
export type Place = { above: number; before: number | undefined };

/** Where on a row something is let go. */
export type Zone = "before" | "into" | "after";

/** Rows of a tree by id, each list in the order that is shown. */
export type Family<R> = {
  find: (id: number) => R | undefined;
  aboveOf: (id: number) => number;
  /** Ids of the rows directly below; 0: the top. */
  below: (id: number) => readonly number[];
};

/** The top is also what hangs below a row that is not among them. */
export function familyOf<R>(
  rows: readonly R[],
  idOf: (row: R) => number,
  parentOf: (row: R) => number,
): Family<R> {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const above = new Map(
    rows.map((row) => [idOf(row), byId.has(parentOf(row)) ? parentOf(row) : 0]),
  );
  const below = new Map<number, number[]>();
  for (const [id, parent] of above) below.set(parent, [...(below.get(parent) ?? []), id]);
  return {
    find: (id) => byId.get(id),
    aboveOf: (id) => above.get(id) ?? 0,
    below: (id) => below.get(id) ?? [],
  };
}

/** Whether the row is `id` itself or hangs anywhere below it. */
export function isWithin<R>(family: Family<R>, row: number, id: number): boolean {
  const passed = new Set<number>();
  for (let at = row; at !== 0 && !passed.has(at); at = family.aboveOf(at)) {
    if (at === id) return true;
    passed.add(at);
  }
  return false;
}

/** Where the row stands now. */
export function placeOf<R>(family: Family<R>, id: number): Place {
  const above = family.aboveOf(id);
  const siblings = family.below(above);
  return { above, before: siblings[siblings.indexOf(id) + 1] };
}

/** What letting go on a row means; under an open row comes what is below it, so that is where. */
export function placeAt<R>(family: Family<R>, target: number, zone: Zone, isOpen: boolean): Place {
  if (zone === "into") return { above: target, before: undefined };
  const above = family.aboveOf(target);
  if (zone === "before") return { above, before: target };
  const [first] = family.below(target);
  if (isOpen && first !== undefined) return { above: target, before: first };
  return placeOf(family, target);
}

/** Which third of a row it is; one that holds nothing has only two halves. */
export function zoneAt(share: number, mayHold: boolean): Zone {
  if (!mayHold) return share < 0.5 ? "before" : "after";
  if (share < 0.3) return "before";
  return share > 0.7 ? "after" : "into";
}

/** The place one further up or down among its siblings; undefined at the end. */
export function stepOf<R>(family: Family<R>, id: number, step: -1 | 1): Place | undefined {
  const above = family.aboveOf(id);
  const siblings = family.below(above);
  const at = siblings.indexOf(id) + step;
  if (at < 0 || at >= siblings.length) return undefined;
  return { above, before: siblings[step === 1 ? at + 1 : at] };
}

/** Whether the row would stand where it stands. */
export function isSamePlace<R>(family: Family<R>, id: number, place: Place): boolean {
  const now = placeOf(family, id);
  return now.above === place.above && (place.before === id || now.before === place.before);
}
