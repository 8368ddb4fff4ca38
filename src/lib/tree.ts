/** A node as the contract sends trees: deptTree, treeselect (wire 3.3). */
export type Branch = { id: number; label: string; disabled: boolean; children?: Branch[] };

export type BranchRow = { id: number; parentId: number; label: string; disabled: boolean };

/**
 * Rows as a tree, each level in the order of the rows; `children` is left out where there are none.
 * On top is whatever has no parent among the rows. A cycle has no top, so it is reached by nobody.
 */
export function treeOf(rows: readonly BranchRow[]): Branch[] {
  const below = new Map<number, BranchRow[]>();
  for (const row of rows) {
    const siblings = below.get(row.parentId);
    if (siblings) siblings.push(row);
    else below.set(row.parentId, [row]);
  }
  const branch = ({ id, label, disabled }: BranchRow): Branch => {
    const children = below.get(id)?.map(branch);
    return children ? { id, label, disabled, children } : { id, label, disabled };
  };
  const ids = new Set(rows.map((row) => row.id));
  return rows.filter((row) => !ids.has(row.parentId)).map(branch);
}
