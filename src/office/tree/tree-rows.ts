/** A row and its place in the tree. */
export type TreeRow<R> = {
  row: R;
  id: number;
  /** 0 on top. */
  level: number;
  /** Ids from the top to the row above. */
  parents: readonly number[];
  hasBelow: boolean;
};

/**
 * Flat rows as the contract sends them (wire 1.6), laid out as one reads a tree: each followed by all below
 * it, siblings in the order of the rows. On top is whatever has no parent among them; what sits on a
 * circle has no top and is absent.
 */
export function layOut<R>(
  rows: readonly R[],
  idOf: (row: R) => number,
  parentOf: (row: R) => number,
): TreeRow<R>[] {
  const below = new Map<number, R[]>();
  for (const row of rows) {
    const siblings = below.get(parentOf(row));
    if (siblings) siblings.push(row);
    else below.set(parentOf(row), [row]);
  }
  const laid: TreeRow<R>[] = [];
  const lay = (row: R, parents: readonly number[]) => {
    const id = idOf(row);
    const children = below.get(id) ?? [];
    laid.push({ row, id, level: parents.length, parents, hasBelow: children.length > 0 });
    for (const child of children) lay(child, [...parents, id]);
  };
  const ids = new Set(rows.map(idOf));
  for (const row of rows) if (!ids.has(parentOf(row))) lay(row, []);
  return laid;
}
