import { parseDateTime } from "../../lib/text/dates.ts";
import { onPage } from "../../server/pages/page-context.ts";
import { listHref } from "../../site/addresses/category-href.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { Breadcrumb } from "../../site/lists/breadcrumb.tsx";
import { categoryPath, categoryTree } from "../article_type/service.server.ts";
import type { Route } from "./+types/page";
import { readAddress, type SearchAddress } from "./address.ts";
import { SearchFilters } from "./filters.tsx";
import { SearchPrompt } from "./prompt.tsx";
import { type SearchFound, SearchResults, SearchSummary } from "./results.tsx";
import { searchArticles } from "./service.server.ts";
import "./search.css";

const DAY_MS = 24 * 3_600_000;

/** The moments between which a range lies, the second one not included. */
function momentsOf({ range, from, to }: SearchAddress): { from?: Date; to?: Date } {
  const before = (days: number) => new Date(Date.now() - days * DAY_MS);
  if (range === "month") return { from: before(30) };
  if (range === "year") return { from: before(365) };
  if (range === "older") return { to: before(365) };
  const [first, last] = [parseDateTime(from), parseDateTime(to)];
  return {
    ...(first ? { from: first } : {}),
    ...(last ? { to: new Date(last.getTime() + DAY_MS) } : {}),
  };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "menu", "content");
  const address = readAddress(new URL(request.url).searchParams);
  if (address.q.trim() === "") return { address: { ...address, q: "" }, found: undefined };
  const began = performance.now();
  const { q, typeIds, sort, pageNum, pageSize } = address;
  const { rows, ...result } = await searchArticles(app, {
    ...{ q, typeIds, sort, pageNum, pageSize },
    ...momentsOf(address),
  });
  const tree = await categoryTree(app);
  const pathOf = (id: number) =>
    categoryPath(tree, id).map((node) => ({
      label: node.bllName,
      href: listHref(node.parentId || node.id, node.id),
    }));
  const names = address.typeIds.flatMap((id) => {
    const name = categoryPath(tree, id).at(-1)?.bllName;
    return name ? [{ id, name }] : [];
  });
  return {
    address: { ...address, q: result.q, typeIds: names.map(({ id }) => id) },
    found: {
      ...result,
      rows: rows.map((row) => ({ ...row, path: pathOf(row.typeId) })),
      chosen: names,
      seconds: Math.max(0.01, (performance.now() - began) / 1_000).toFixed(2),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const q = loaderData?.address.q;
  return [
    ...pageMeta({
      ...siteOf(matches),
      title: q ? `“${q}”的搜索结果` : "全站搜索",
      path: q ? `/search?q=${encodeURIComponent(q)}` : "/search",
    }),
    { name: "robots", content: "noindex" },
  ];
};

/** Where nothing matches there is nothing to choose from. */
const isFilterable = ({ types, ages }: SearchFound) => types.length > 0 || ages?.all !== 0;

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { address, found } = loaderData;
  return (
    <main className="wrap search-page">
      <Breadcrumb items={[{ label: "首页", href: "/" }, { label: "全站搜索" }]} />
      {found ? (
        <>
          <h1>
            “<b>{address.q}</b>”的搜索结果
          </h1>
          <SearchSummary address={address} found={found} />
          <div className="search-columns">
            {isFilterable(found) ? <SearchFilters address={address} found={found} /> : null}
            <SearchResults address={address} found={found} />
          </div>
        </>
      ) : (
        <SearchPrompt />
      )}
    </main>
  );
}
