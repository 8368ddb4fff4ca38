import { data, redirect } from "react-router";
import { headerAddress } from "../../lib/address/site-address.ts";
import { pageSizeOf, wholeNumber } from "../../lib/pager.ts";
import { formatDay } from "../../lib/text/dates.ts";
import { breakTitle } from "../../lib/text/title-breaks.ts";
import { onPage } from "../../server/pages/page-context.ts";
import { breadcrumbJsonLd } from "../../site/addresses/breadcrumb-json-ld.ts";
import { listHref } from "../../site/addresses/category-href.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { PageHead } from "../../site/lists/page-head.tsx";
import { listArticles, mostRead, nextChange } from "../article/service.server.ts";
import {
  categoryPath,
  categoryTree,
  findCategory,
  withDescendants,
} from "../article_type/service.server.ts";
import { followOldAddress } from "../seo/redirects/follow/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { ArticleList } from "./article-list.tsx";
import { loadSingle } from "./single.server.ts";
import SinglePage from "./single-page.later.tsx";
import { chooseTab, hasTab, tabsOf } from "./tabs.server.ts";
import "../../site/reading/article-styles.ts";
import "./list.css";
import "./list-narrow.css";

export const handle = {
  cache: { query: ["parentId", "tabIndex", "pageNum", "pageSize", "sort", "state"] },
};

/** 大家在读 and the order by reads change without a write. */
const MOST_READ_MS = 30 * 60_000;
const BY_READS_MS = 5 * 60_000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { context: app, page } = onPage(context, "menu", "content");
  const query = new URL(request.url).searchParams;
  const tree = await categoryTree(app);
  const parent = findCategory(tree, wholeNumber(query.get("parentId"), 0));
  const tabIndex = wholeNumber(query.get("tabIndex"), 0);
  // A tab that is not there may have moved, with its category.
  if (!parent || !hasTab(parent, tabIndex)) {
    await followOldAddress(
      app,
      listHref(parent?.id ?? wholeNumber(query.get("parentId"), 0), tabIndex),
    );
  }
  if (!parent) throw data(null, { status: 404 });
  page.meant = { parentId: parent.id, ...(hasTab(parent, tabIndex) ? { tabIndex } : {}) };
  const active = chooseTab(parent, tabIndex);
  if (typeof active === "string") throw redirect(headerAddress(active));
  const [tabs, until] = await Promise.all([tabsOf(app, parent, active), nextChange(app)]);
  page.validUntil = Math.min(page.validUntil, until);
  const head = {
    id: active.id,
    parentId: parent.id,
    name: active.bllName,
    intro: active.intro || parent.intro,
    path: categoryPath(tree, active.id).map((node) => ({
      label: node.bllName,
      href: listHref(node.parentId || node.id, node.id),
    })),
    tabs,
  };
  if (active.bllType === "4") {
    return { kind: "single" as const, head, single: await loadSingle(app, active.id, page.isData) };
  }

  const sort = query.get("sort") === "reads" ? "reads" : "newest";
  const pageSize = pageSizeOf(query.get("pageSize"));
  const [listed, most, values] = await Promise.all([
    listArticles(app, {
      typeIds: withDescendants(active),
      pageNum: wholeNumber(query.get("pageNum"), 1),
      pageSize,
      sort,
    }),
    mostRead(app),
    settings(app),
  ]);
  page.meant = { ...page.meant, pageNum: listed.pageNum, pageSize };
  const lifeMs = sort === "reads" ? BY_READS_MS : MOST_READ_MS;
  page.validUntil = Math.min(page.validUntil, Date.now() + lifeMs);
  return {
    kind: "list" as const,
    head,
    list: {
      ...listed,
      pageSize,
      sort: sort as "newest" | "reads",
      most,
      leadTitle: breakTitle(listed.rows[0]?.articleName ?? ""),
      palette: active.palette,
      phone: values.get("site.phone") ?? "",
      year: formatDay(new Date()).slice(0, 4),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: "栏目不存在" }];
  const { head } = loaderData;
  const pageNum = loaderData.kind === "list" ? loaderData.list.pageNum : 1;
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: pageNum > 1 ? `${head.name}（第 ${pageNum} 页）` : head.name,
    description:
      loaderData.kind === "single"
        ? loaderData.single?.summary
        : head.intro || `${site.siteName}的“${head.name}”栏目。`,
    path: `${listHref(head.parentId, head.id)}${pageNum > 1 ? `&pageNum=${pageNum}` : ""}`,
    jsonLd: breadcrumbJsonLd(site.origin, head.path),
  });
};

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { head } = loaderData;
  return (
    <main className="list-page">
      <PageHead {...head} />
      {loaderData.kind === "single" ? (
        <SinglePage key={loaderData.single?.id} name={head.name} single={loaderData.single} />
      ) : (
        <ArticleList head={head} list={loaderData.list} />
      )}
    </main>
  );
}
