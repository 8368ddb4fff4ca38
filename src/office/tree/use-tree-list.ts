import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../calls/http.ts";
import { type Entity, type Filter, idOf, keysOf } from "../list/crud-types.ts";
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
  const { query, setQuery } = useTab();
  const names = filters.flatMap(keysOf);
  const values = Object.fromEntries(names.map((name) => [name, query[name] ?? ""]));
  const answer = useQuery({
    queryKey: [entity.path, "list", values],
    queryFn: ({ signal }) =>
      call<{ data: R[] }>("GET", `${entity.path}/list`, { query: values, signal, isQuiet: true }),
    meta: { isQuiet: true },
    placeholderData: keepPreviousData,
  });
  const active = filters.filter((filter) => keysOf(filter).some((name) => values[name]));

  // Rows that are not as most are; new ones are as most are.
  const [fold, setFold] = useState({ isOpen: isOpenFirst, others: new Set<number>() });
  const isOpen = (id: number) => fold.isOpen !== fold.others.has(id);
  const all =
    answer.data &&
    layOut(
      answer.data.data,
      (row) => Number(idOf(entity, row)),
      (row) => Number(row[parent]),
    );

  return {
    answer,
    values,
    active,
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
    /** Asks with these filters; the same ones again ask anew. */
    search(next: Record<string, string>): void {
      if (names.every((name) => (next[name] ?? "") === values[name])) void answer.refetch();
      else setQuery(Object.fromEntries(names.map((name) => [name, next[name]])));
    },
  };
}
