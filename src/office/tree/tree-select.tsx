import { TreeSelect as AntTreeSelect } from "antd";
import { useState } from "react";
import { CLEARABLE } from "../form/clearable.tsx";

/** A node as the contract sends trees: deptTree, treeselect (wire 3.3). */
export type TreeNode = { id: number; label: string; disabled?: boolean; children?: TreeNode[] };

/** The tree without what is switched off and all below it: what a form may offer. */
export const enabledOnly = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes
    .filter((node) => !node.disabled)
    .map((node) => (node.children ? { ...node, children: enabledOnly(node.children) } : node));

/** The tree with all of it to choose from. */
export const allEnabled = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.map(({ disabled: _rule, children, ...node }) =>
    children ? { ...node, children: allEnabled(children) } : node,
  );

/** 新闻动态 / 通知公告; "" for an id that is not in the tree. */
export function pathTo(nodes: readonly TreeNode[], id: number | null): string {
  for (const node of nodes) {
    if (node.id === id) return node.label;
    const below = pathTo(node.children ?? [], id);
    if (below) return `${node.label} / ${below}`;
  }
  return "";
}

const idsOf = (nodes: readonly TreeNode[]): number[] =>
  nodes.flatMap(({ id, children }) => [id, ...idsOf(children ?? [])]);

/**
 * Chooses one node of a tree; typing finds it by its label. All of it is unfolded, also what comes after the
 * list was opened: Ant Design's own unfolding knows only the nodes that are there first.
 */
export function TreeSelect({
  label,
  nodes,
  value,
  onChange,
  id,
}: {
  label: string;
  nodes: readonly TreeNode[];
  value?: number | undefined;
  onChange?: (value: number | undefined) => void;
  id?: string;
}) {
  const [folded, setFolded] = useState<readonly number[]>([]);
  const ids = idsOf(nodes);
  return (
    <AntTreeSelect<number | undefined, TreeNode>
      {...(id ? { id } : {})}
      className="cr-tree"
      popupMatchSelectWidth={false}
      aria-label={label}
      placeholder={`请选择${label}`}
      fieldNames={{ label: "label", value: "id", children: "children" }}
      treeData={[...nodes]}
      showSearch={{
        treeNodeFilterProp: "label",
        // What is found may lie in a folded part.
        onSearch: () => setFolded([]),
      }}
      treeExpandedKeys={ids.filter((each) => !folded.includes(each))}
      onTreeExpand={(unfolded) => setFolded(ids.filter((each) => !unfolded.includes(each)))}
      allowClear={CLEARABLE}
      value={value}
      onChange={(next) => onChange?.(next ?? undefined)}
    />
  );
}
