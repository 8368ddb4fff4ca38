import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../calls/http.ts";
import { type Entity, type Filter, idOf } from "../list/crud-types.ts";
import { filterState } from "../list/filter-state.ts";
import { useTab } from "../tabs/tab.tsx";
import { layOut } from "./tree-rows.ts";

/**
 * A list that comes whole and flat and is shown as a tree: its filters live in the tab's query, which
 * rows are open lives as long as the page. `parent` is the column with the id of the row above.
 */
export function useTreeList<R>(
  entity: Entity<R>,
  filters: readonly Filter[],
  parent: keyof R & string,
  isOpenFirst: boolean,
) {
  const state = filterState(filters, useTab(), () => answer.refetch());
  const { values } = state;
  const answer = useQuery({
    queryKey: [entity.path, "list", values],
    queryFn: ({ signal }) =>
      call<{ data: R[] }>("GET", `${entity.path}/list`, { query: values, signal, isQuiet: true }),
    meta: { isQuiet: true },
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isPlaceholderData } = answer;

  // Rows that are not as most are; new ones are as most are.
  const [fold, setFold] = useState({ isOpen: isOpenFirst, others: new Set<number>() });
  const isOpen = (id: number) => fold.isOpen !== fold.others.has(id);
  const all =
    data &&
    layOut(
      data.data,
      (row) => Number(idOf(entity, row)),
      (row) => Number(row[parent]),
    );

  return {
    ...state,
    /** All of them, as they came. */
    all: data?.data,
    error,
    isStale: isFetching && data !== undefined,
    isEmpty: data?.data.length === 0 && !isPlaceholderData,
    refetch: () => void answer.refetch(),
    /** Those in sight. */
    rows: all?.filter(({ parents }) => parents.every(isOpen)),
    isOpen,
    hasClosed: all?.some(({ id, hasBelow }) => hasBelow && !isOpen(id)) ?? false,
    fold(id: number, isNow: boolean): void {
      const others = new Set(fold.others);
      if (isNow === fold.isOpen) others.delete(id);
      else others.add(id);
      setFold({ ...fold, others });
    },
    foldAll: (isNow: boolean): void => setFold({ isOpen: isNow, others: new Set() }),
  };
}
