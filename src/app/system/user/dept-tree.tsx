import { SearchOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Tree } from "antd";
import { useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import type { TreeNode } from "#src/office/tree/tree-select.tsx";

/** The departments inside of the person's data scope; the page and its form share one answer. */
export const useDeptTree = () =>
  useQuery({
    queryKey: ["/system/user", "deptTree"],
    queryFn: () => call<{ data: TreeNode[] }>("GET", "/system/user/deptTree", { isQuiet: true }),
    meta: { isQuiet: true },
  });

/** The nodes that hold the text, and all above and below them. */
function matching(nodes: readonly TreeNode[], text: string): TreeNode[] {
  return nodes.flatMap((node) => {
    if (node.label.includes(text)) return [node];
    const children = matching(node.children ?? [], text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

const idsOf = (nodes: readonly TreeNode[]): number[] =>
  nodes.flatMap((node) => [node.id, ...idsOf(node.children ?? [])]);

export const labelOf = (nodes: readonly TreeNode[], id: number): string | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node.label : labelOf(node.children ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Narrows a list to a department and all below it. */
export function DeptTree({
  chosen,
  onChoose,
}: {
  chosen: number | undefined;
  onChoose: (deptId: number | undefined) => void;
}) {
  const { data, error, refetch } = useDeptTree();
  const [text, setText] = useState("");
  const [closed, setClosed] = useState<readonly number[]>([]);
  const nodes = data?.data ?? [];
  const wanted = text.trim();
  const shown = wanted ? matching(nodes, wanted) : nodes;
  // Everything the search finds is in sight.
  const open = idsOf(shown).filter((id) => wanted || !closed.includes(id));
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Input
        className="us-find"
        aria-label="筛选部门"
        placeholder="筛选部门"
        allowClear={CLEARABLE}
        maxLength={30}
        prefix={<SearchOutlined aria-hidden className="cr-faint" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="text"
        block
        className="us-all"
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        全部部门
      </Button>
      {shown.length > 0 ? (
        <Tree
          className="us-tree"
          aria-label="部门"
          blockNode
          virtual={false}
          titleRender={({ title }) => <span title={title}>{title}</span>}
          treeData={shown.map(asNode)}
          expandedKeys={open}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          onExpand={(keys) => setClosed(idsOf(shown).filter((id) => !keys.includes(id)))}
          onSelect={([key]) => onChoose(key === undefined ? undefined : Number(key))}
        />
      ) : (
        data && <p className="o-note us-none">{wanted ? "没有符合的部门" : "没有可以查看的部门"}</p>
      )}
    </>
  );
}

type Shown = { key: number; title: string; children?: Shown[] };

const asNode = ({ id, label, disabled, children }: TreeNode): Shown => ({
  key: id,
  title: disabled ? `${label}（停用）` : label,
  ...(children ? { children: children.map(asNode) } : {}),
});
