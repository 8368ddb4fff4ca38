import type { Context } from "../../server/start/context.ts";
import { listHref } from "../../site/addresses/category-href.ts";
import type { HeadProps } from "../../site/lists/page-head.tsx";
import { categoryPath, categoryTree, flatten } from "../article_type/service.server.ts";
import { tabsOf } from "./tabs.server.ts";

/**
 * The head of a page with an address of its own, where a category of the menu leads to it (type 2): its
 * name and introduction, the way to it, and its siblings as tabs. `name` where no category does.
 */
export async function headOfPath(
  context: Pick<Context, "db" | "memo">,
  path: string,
  name: string,
): Promise<HeadProps> {
  const tree = await categoryTree(context);
  const node = flatten(tree).find(({ bllType, bllValue }) => bllType === "2" && bllValue === path);
  const above = node ? categoryPath(tree, node.id).slice(0, -1) : [];
  const parent = above.at(-1);
  return {
    parentId: parent?.id ?? 0,
    name: node?.bllName ?? name,
    intro: node?.intro ?? "",
    path: [
      ...above.map(({ id, parentId, bllName }) => ({
        label: bllName,
        href: listHref(parentId || id, id),
      })),
      { label: node?.bllName ?? name, href: path },
    ],
    tabs: node && parent ? await tabsOf(context, parent, node) : [],
  };
}
