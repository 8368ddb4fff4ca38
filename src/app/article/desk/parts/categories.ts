import { useQuery } from "@tanstack/react-query";
import { call } from "#src/office/calls/http.ts";
import type { TreeNode } from "#src/office/tree/tree-select.tsx";

type Category = { id: number; bllName: string; bllType: string; children?: Category[] };

/** 栏目 and 单页 hold articles, paths and outside links do not. */
const HOLDS_ARTICLES = new Set(["1", "4"]);

const nodesOf = (categories: readonly Category[]): TreeNode[] =>
  categories.map(({ id, bllName, bllType, children }) => ({
    id,
    label: bllName,
    ...(HOLDS_ARTICLES.has(bllType) ? {} : { disabled: true }),
    ...(children ? { children: nodesOf(children) } : {}),
  }));

/** Without the branches in which nothing can be chosen. */
const useful = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => {
    const children = node.children ? useful(node.children) : [];
    if (node.disabled && children.length === 0) return [];
    const { children: _all, ...rest } = node;
    return [children.length > 0 ? { ...rest, children } : rest];
  });

/** The open categories as a tree to choose from; empty until they are there. */
export function useCategories(): TreeNode[] {
  const { data } = useQuery({
    queryKey: ["article_type", "tree"],
    queryFn: () =>
      call<{ data: Category[] }>("GET", "/api/bll/article_type/treeList", { isQuiet: true }),
    meta: { isQuiet: true },
    select: (answer) => useful(nodesOf(answer.data)),
  });
  return data ?? [];
}
