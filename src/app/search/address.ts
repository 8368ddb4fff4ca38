import { pageSizeOf, wholeNumber } from "../../lib/pager.ts";

/** The search page's address, read; a part that cannot be read counts as absent. */
export type SearchAddress = {
  q: string;
  typeIds: number[];
  /** custom: between the days `from` and `to`, both included, either may be missing. */
  range: "" | "month" | "year" | "older" | "custom";
  from: string;
  to: string;
  sort: "relevance" | "newest";
  pageNum: number;
  pageSize: number;
};

const MAX_TYPES = 50;

const dayOf = (text: string | null): string =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";

export function readAddress(query: URLSearchParams): SearchAddress {
  const typeIds = query.getAll("typeId").map((text) => wholeNumber(text, 0));
  const from = dayOf(query.get("from"));
  const to = dayOf(query.get("to"));
  const given = query.get("range");
  const named = (["month", "year", "older"] as const).find((each) => each === given);
  const isCustom = !named && (from !== "" || to !== "");
  return {
    q: query.get("q") ?? "",
    typeIds: [...new Set(typeIds.filter((id) => id > 0))].slice(0, MAX_TYPES),
    range: named ?? (isCustom ? "custom" : ""),
    from: isCustom ? from : "",
    to: isCustom ? to : "",
    sort: query.get("sort") === "newest" ? "newest" : "relevance",
    pageNum: wholeNumber(query.get("pageNum"), 1),
    pageSize: pageSizeOf(query.get("pageSize")),
  };
}

/** The address with something changed; anything but a change of page leads to the first one. */
export function searchHref(address: SearchAddress, change: Partial<SearchAddress>): string {
  const next = { ...address, pageNum: 1, ...change };
  const query = new URLSearchParams({ q: next.q });
  for (const id of next.typeIds) query.append("typeId", String(id));
  if (next.range === "custom") {
    if (next.from) query.set("from", next.from);
    if (next.to) query.set("to", next.to);
  } else if (next.range) query.set("range", next.range);
  if (next.sort !== "relevance") query.set("sort", next.sort);
  if (next.pageNum > 1) query.set("pageNum", String(next.pageNum));
  if (next.pageSize !== pageSizeOf(null)) query.set("pageSize", String(next.pageSize));
  return `/search?${query}`;
}
