import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PAGE_SIZE, pageSizeOf, wholeNumber } from "../../lib/pager.ts";
import { call } from "../calls/http.ts";
import { useTab } from "../tabs/tab.tsx";
import { type Filter, keysOf, type ListAnswer } from "./crud-types.ts";
import { rangeQuery } from "./date-range.tsx";
import { filterState, type QueryPlace } from "./filter-state.ts";

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

type Source = {
  path: string;
  /** Last part of the address; "list" where nothing is said. */
  list?: string;
  /** What changes of it are told under, where that is not its path. */
  key?: string;
};

type Options = {
  /** Narrows the list without standing in the query. */
  fixed?: Readonly<Record<string, string | undefined>>;
  /** The tab's query where nothing is said. */
  place?: QueryPlace;
  /** Rows of a page where the query names none. */
  pageSize?: number;
  /** Others change it outside of the office: read anew each time it is shown. */
  isLive?: boolean;
};

/**
 * A list whose filters, page and order live in the tab's query: a reload, a link and the way back
 * show the same rows.
 */
export function useList<R>(
  { path, list = "list", key = path }: Source,
  filters: readonly Filter[],
  { fixed = {}, place: own, pageSize: usual = PAGE_SIZE, isLive = false }: Options = {},
) {
  const tab = useTab();
  const place = own ?? tab;
  const { query } = place;
  const pageNum = wholeNumber(query.pageNum ?? null, 1);
  const pageSize = query.pageSize ? pageSizeOf(query.pageSize) : usual;
  const order = query.orderByColumn;
  const isDescending = query.isAsc === "descending";
  const state = filterState(filters, place, () => answer.refetch());
  /** What the list and its export are asked for. */
  const asked: Record<string, string | undefined> = {
    ...fixed,
    ...asQuery(filters, state.values),
    orderByColumn: order,
    isAsc: order && (isDescending ? "descending" : "ascending"),
  };
  const answer = useQuery({
    queryKey: [key, list, asked, pageNum, pageSize],
    queryFn: ({ signal }) =>
      call<ListAnswer<R>>("GET", `${path}/${list}`, {
        query: { ...asked, pageNum, pageSize },
        signal,
        isQuiet: true,
      }),
    meta: { isQuiet: true },
    placeholderData: keepPreviousData,
    ...(isLive ? { staleTime: 0 } : {}),
  });
  const { data, error, isFetching, isPlaceholderData } = answer;

  return {
    ...state,
    rows: data?.rows,
    total: data?.total,
    isMore: data?.isMore ?? false,
    error,
    /** The rows are those of before: others are on their way. */
    isStale: isFetching && data !== undefined,
    isEmpty: data?.rows.length === 0 && !isPlaceholderData,
    refetch: () => void answer.refetch(),
    asked,
    /** All that the rows depend on, as one text. */
    question: JSON.stringify([list, asked, pageNum, pageSize]),
    pageNum,
    pageSize,
    order,
    isDescending,
    turn(page: number, size: number): void {
      place.setQuery({
        pageNum: page === 1 ? undefined : page,
        pageSize: size === usual ? undefined : size,
      });
    },
    /** Ascending, descending, and the list's own order again. */
    sort(column: string): void {
      const isSame = order === column;
      place.setQuery({
        orderByColumn: isSame && isDescending ? undefined : column,
        isAsc: isSame ? (isDescending ? undefined : "descending") : "ascending",
        pageNum: undefined,
      });
    },
  };
}

export type List<R> = ReturnType<typeof useList<R>>;
