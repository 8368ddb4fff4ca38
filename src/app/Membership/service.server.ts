import type { Context } from "#src/server/start/context.ts";
import { categoryHref, listHref } from "#src/site/addresses/category-href.ts";
import { TABS, type TabName } from "#src/site/membership/tabs.ts";
import {
  type CategoryNode,
  categoryPath,
  categoryTree,
  flatten,
} from "../article_type/service.server.ts";

/** The category of the menu that leads to the pages of membership, with those above it. */
function placeOf(tree: CategoryNode[]): { own?: CategoryNode; above: CategoryNode[] } {
  const paths = TABS.map(([, , href]) => href as string);
  const found = flatten(tree).filter(
    ({ bllType, bllValue }) => bllType === "2" && paths.includes(bllValue),
  );
  const own = found.find(({ bllValue }) => bllValue === paths[0]) ?? found[0];
  return own ? { own, above: categoryPath(tree, own.id).slice(0, -1) } : { above: [] };
}

/** What head and menu of a page of membership need; tag the page with `menu`. */
export async function membershipHead(context: Pick<Context, "db" | "memo">, active: TabName) {
  const { own, above } = placeOf(await categoryTree(context));
  const [, label = "", href = ""] = TABS.find(([name]) => name === active) ?? [];
  return {
    menuId: above[0]?.id,
    head: {
      path: [
        ...above.map(({ id, parentId, bllName }) => ({
          label: bllName,
          href: listHref(parentId || id, id),
        })),
        { label, href },
      ],
      tabs: TABS.map(([name, word, page]) => ({
        label: word,
        href: page,
        isActive: name === active,
      })),
    },
    /** 单页 categories beside it: what the society says about membership at length. */
    pages: (above.at(-1)?.children ?? [])
      .filter(({ bllType, isInMenu }) => bllType === "4" && isInMenu)
      .map((node) => ({ id: node.id, name: node.bllName, href: pageHref(node) })),
    intro: own?.intro ?? "",
  };
}

const pageHref = (node: CategoryNode) =>
  node.parentId === 0 ? categoryHref(node) : listHref(node.parentId, node.id);
