import type { Context } from "../../server/start/context.ts";
import { categoryHref, listHref } from "../../site/addresses/category-href.ts";
import type { Tab } from "../../site/lists/page-head.tsx";
import { countArticles } from "../article/service.server.ts";
import { type CategoryNode, withDescendants } from "../article_type/service.server.ts";

const hasPage = (node: CategoryNode) => node.bllType === "1" || node.bllType === "4";

const shown = (parent: CategoryNode) => parent.children.filter((child) => child.isInMenu);

/**
 * Whether the tabIndex names one below the category, or itself where it stands on top: anything else
 * may be the address of what has moved.
 */
export const hasTab = (parent: CategoryNode, tabIndex: number): boolean =>
  tabIndex === 0 ||
  (tabIndex === parent.id && parent.parentId === 0) ||
  parent.children.some((node) => node.id === tabIndex);

/**
 * The category that the page shows: the child of the tabIndex, else the first child that has a page,
 * else the parent itself (product 4.10). A parent that is a path or a link is answered with it.
 */
export function chooseTab(parent: CategoryNode, tabIndex: number): CategoryNode | string {
  const pages = parent.children.filter(hasPage);
  const asked = pages.find((child) => child.id === tabIndex);
  const first = pages.find((child) => child.isInMenu);
  if (asked ?? first) return asked ?? first ?? parent;
  return hasPage(parent) ? parent : categoryHref(parent);
}

/** The sibling categories as tabs, lists with the number of their articles. */
export async function tabsOf(
  context: Pick<Context, "db" | "memo">,
  parent: CategoryNode,
  active: CategoryNode,
): Promise<Tab[]> {
  return Promise.all(
    shown(parent).map(async (child) => ({
      id: child.id,
      label: child.bllName,
      href: hasPage(child) ? listHref(parent.id, child.id) : categoryHref(child),
      isActive: child.id === active.id,
      ...(child.bllType === "1"
        ? { count: await countArticles(context, withDescendants(child)) }
        : {}),
    })),
  );
}
