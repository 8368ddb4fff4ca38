import { asc, eq } from "drizzle-orm";
import type { Context } from "../../server/start/context.ts";
import { categoryHref } from "../../site/addresses/category-href.ts";
import { category } from "./table.server.ts";

/** 1 list, 2 path on this site, 3 external link, 4 single page (product 4.10). */
type CategoryType = "1" | "2" | "3" | "4";

/** A category with its children in order; leaves have an empty list. */
export type CategoryNode = {
  id: number;
  parentId: number;
  bllName: string;
  bllType: CategoryType;
  bllValue: string;
  intro: string;
  motif: string;
  palette: string;
  isInMenu: boolean;
  isOnHome: boolean;
  children: CategoryNode[];
};

/** All enabled categories as a tree, kept per process under the tag `menu`. */
export function categoryTree({ db, memo }: Pick<Context, "db" | "memo">): Promise<CategoryNode[]> {
  return memo.get("category-tree", ["menu"], async () => {
    const rows = await db
      .select()
      .from(category)
      .where(eq(category.status, "0"))
      .orderBy(asc(category.orderNum), asc(category.id));
    const nodes = new Map<number, CategoryNode>();
    for (const row of rows) {
      nodes.set(row.id, {
        id: row.id,
        parentId: row.parentId,
        bllName: row.bllName,
        bllType: row.bllType as CategoryType,
        bllValue: row.bllValue,
        intro: row.intro,
        motif: row.motif,
        palette: row.palette,
        isInMenu: row.isInMenu,
        isOnHome: row.isOnHome,
        children: [],
      });
    }
    const top: CategoryNode[] = [];
    for (const node of nodes.values()) {
      const parent = nodes.get(node.parentId);
      if (parent && parent !== node) parent.children.push(node);
      else if (node.parentId === 0) top.push(node);
    }
    return top;
  });
}

/** Depth-first walk; a cycle in the rows hangs below no top node and is never reached. */
export function flatten(nodes: CategoryNode[]): CategoryNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)]);
}

export function findCategory(tree: CategoryNode[], id: number): CategoryNode | undefined {
  return flatten(tree).find((node) => node.id === id);
}

/** The categories from the top down to the one with the id; empty when there is none. */
export function categoryPath(nodes: CategoryNode[], id: number): CategoryNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = categoryPath(node.children, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** The category's id and those of everything below it. */
export function withDescendants(node: CategoryNode): number[] {
  return flatten([node]).map((each) => each.id);
}

/** An entry of the public menu: the fields of a category that the browser gets. */
export type MenuEntry = {
  id: number;
  label: string;
  href: string;
  isExternal: boolean;
  children: MenuEntry[];
};

/** The menu: entries marked for it, each with the address its type leads to. */
export function menuOf(nodes: CategoryNode[]): MenuEntry[] {
  return nodes
    .filter((node) => node.isInMenu)
    .map((node) => ({
      id: node.id,
      label: node.bllName,
      href: categoryHref(
        node,
        node.children.find((child) => child.isInMenu),
      ),
      isExternal: node.bllType === "3",
      children: menuOf(node.children),
    }));
}
