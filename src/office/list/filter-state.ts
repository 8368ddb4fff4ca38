import { useState } from "react";
import type { QueryPatch } from "../tabs/tab.tsx";
import { type Filter, keysOf } from "./crud-types.ts";

/** Where filters, page and order stand: the tab's query, or one of their own. */
export type QueryPlace = {
  query: Readonly<Record<string, string>>;
  setQuery: (patch: QueryPatch) => void;
};

/** A query that stands in no address: of a list in a drawer or a dialog, which goes with it. */
export function useOwnQuery(): QueryPlace {
  const [query, setWhole] = useState<Readonly<Record<string, string>>>({});
  return {
    query,
    setQuery: (patch) =>
      setWhole((before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...patch }).flatMap(([key, value]) =>
            value === undefined || value === "" ? [] : [[key, String(value)]],
          ),
        ),
      ),
  };
}

/** The filters as they are asked now, and how they are asked otherwise. */
export function filterState(
  filters: readonly Filter[],
  { query, setQuery }: QueryPlace,
  refetch: () => unknown,
) {
  const names = filters.flatMap(keysOf);
  const values = Object.fromEntries(names.map((name) => [name, query[name] ?? ""]));
  return {
    filters,
    values,
    /** Those that are set, in their order. */
    active: filters.filter((filter) => keysOf(filter).some((name) => values[name])),
    /** Asks with these, from the first page; the same ones again ask anew. */
    search(next: Readonly<Record<string, string>>): void {
      const isSame = names.every((name) => (next[name] ?? "") === values[name]);
      if (isSame && (query.pageNum ?? "1") === "1") refetch();
      else {
        setQuery({
          ...Object.fromEntries(names.map((name) => [name, next[name]])),
          pageNum: undefined,
        });
      }
    },
  };
}
