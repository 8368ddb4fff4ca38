import type { TreeNode } from "./tree-select.tsx";

/** A node of a tree of check boxes, laid out from top to bottom. */
export type CheckNode = {
  id: number;
  label: string;
  isDisabled: boolean;
  level: number;
  /** Ids from the top to the node above. */
  parents: readonly number[];
  children: readonly CheckNode[];
  /** Ids of all below. */
  below: readonly number[];
};

/**
 * What a tick does. `isLinked`: it goes down to all below. `needsParents`: nothing is had without what
 * is above it, as with menus; else a part that is taken away leaves its whole incomplete, as with
 * departments. What is ticked is exactly what is kept: nothing is ticked only for show.
 */
export type CheckRule = { isLinked: boolean; needsParents: boolean };

export type CheckState = "on" | "part" | "off";

export function checkNodes(
  nodes: readonly TreeNode[],
  parents: readonly number[] = [],
): CheckNode[] {
  return nodes.map(({ id, label, disabled, children }) => {
    const inner = checkNodes(children ?? [], [...parents, id]);
    return {
      id,
      label,
      isDisabled: disabled === true,
      level: parents.length,
      parents,
      children: inner,
      below: inner.flatMap((node) => [node.id, ...node.below]),
    };
  });
}

/** All nodes, each before those below it. */
export const allNodes = (nodes: readonly CheckNode[]): CheckNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children)]);

export function stateOf(
  { id, below }: CheckNode,
  ticked: ReadonlySet<number>,
  { isLinked, needsParents }: CheckRule,
): CheckState {
  const isOwn = ticked.has(id);
  if (!isLinked) return isOwn ? "on" : "off";
  if (isOwn && (!needsParents || below.every((each) => ticked.has(each)))) return "on";
  return isOwn || below.some((each) => ticked.has(each)) ? "part" : "off";
}

export function tick(
  { id, below, parents }: CheckNode,
  isOn: boolean,
  ticked: ReadonlySet<number>,
  { isLinked, needsParents }: CheckRule,
): Set<number> {
  const next = new Set(ticked);
  const change = (ids: readonly number[]) => {
    for (const each of ids) isOn ? next.add(each) : next.delete(each);
  };
  change([id]);
  if (!isLinked) return next;
  change(below);
  if (isOn === needsParents) change(parents);
  return next;
}

/** Ticked ones as the contract wants menus: those with gaps below them first (wire 2.4). */
export function inOrder(
  nodes: readonly CheckNode[],
  ticked: ReadonlySet<number>,
  rule: CheckRule,
): number[] {
  const own = allNodes(nodes).filter(({ id }) => ticked.has(id));
  const isWhole = (node: CheckNode) => stateOf(node, ticked, rule) === "on";
  return [...own.filter((node) => !isWhole(node)), ...own.filter(isWhole)].map(({ id }) => id);
}

/** Whether a node's children stand beside it instead of below: the buttons of a page. */
export const isPage = ({ level, children }: CheckNode): boolean =>
  level > 0 && children.length > 0 && children.every((child) => child.children.length === 0);

/** `用户新增` beside `用户管理` is `新增`. */
export function shortLabel(label: string, above: string): string {
  let shared = 0;
  while (shared < label.length - 1 && label[shared] === above[shared]) shared++;
  return label.slice(shared);
}
