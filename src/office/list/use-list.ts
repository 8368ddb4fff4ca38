import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { pageSizeOf, wholeNumber } from "../../lib/pager.ts";
import { call } from "../calls/http.ts";
import { useTab } from "../tabs/tab.tsx";
import { type Entity, type Filter, keysOf, type ListAnswer } from "./crud-types.ts";
import { rangeQuery } from "./date-range.tsx";

/** Filters as the contract wants them asked: ranges have names of their own. */
function asQuery(filters: readonly Filter[], values: Record<string, string>) {
  const pairs = filters.map((filter) => {
    const [first = "", second = ""] = keysOf(filter).map((name) => values[name] ?? "");
    return filter.kind === "range"
      ? rangeQuery(filter.name, [first, second])
      : { [filter.name]: first };
  });
  return Object.assign({}, ...pairs) as Record<string, string>;
}

/**
 * A list whose filters, page and order live in the tab's query: a reload, a link and the way back
 * show the same rows. `fixed` narrows the list without standing in the query.
 */
export function useList<R>(
  entity: Entity<R>,
  filters: readonly Filter[],
  fixed: Record<string, string>,
) {
  const tab = useTab();
  const { query } = tab;
  const names = filters.flatMap(keysOf);
  const values = Object.fromEntries(names.map((name) => [name, query[name] ?? ""]));
  const pageNum = wholeNumber(query.pageNum ?? null, 1);
  const pageSize = pageSizeOf(query.pageSize ?? null);
  const order = query.orderByColumn;
  const isDescending = query.isAsc === "descending";
  /** What the list and its export are asked for. */
  const asked: Record<string, string | undefined> = {
    ...fixed,
    ...asQuery(filters, values),
    orderByColumn: order,
    isAsc: order && (isDescending ? "descending" : "ascending"),
  };
  const answer = useQuery({
    queryKey: [entity.path, "list", asked, pageNum, pageSize],
    queryFn: ({ signal }) =>
      call<ListAnswer<R>>("GET", `${entity.path}/list`, {
        query: { ...asked, pageNum, pageSize },
        signal,
        isQuiet: true,
      }),
    meta: { isQuiet: true },
    placeholderData: keepPreviousData,
  });

  return {
    answer,
    values,
    asked,
    /** All that the rows depend on, as one text. */
    question: JSON.stringify([asked, pageNum, pageSize]),
    pageNum,
    pageSize,
    order,
    isDescending,
    /** Filters that are set, in their order. */
    active: filters.filter((filter) => keysOf(filter).some((name) => values[name])),
    /** Asks with these filters, from the first page; the same ones again ask anew. */
    search(next: Record<string, string>): void {
      const isSame = names.every((name) => (next[name] ?? "") === values[name]) && pageNum === 1;
      if (isSame) void answer.refetch();
      else {
        tab.setQuery({
          ...Object.fromEntries(names.map((name) => [name, next[name]])),
          pageNum: undefined,
        });
      }
    },
    turn(page: number, size: number): void {
      tab.setQuery({
        pageNum: page === 1 ? undefined : page,
        pageSize: size === 20 ? undefined : size,
      });
    },
    /** Ascending, descending, and the list's own order again. */
    sort(column: string): void {
      const isSame = order === column;
      tab.setQuery({
        orderByColumn: isSame && isDescending ? undefined : column,
        isAsc: isSame ? (isDescending ? undefined : "descending") : "ascending",
        pageNum: undefined,
      });
    },
  };
}
