import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

let openings = 0;

/**
 * What a form, a drawer or a dialog begins with: read anew each time it is opened, then kept as it is
 * however long the tab is hidden, so that nothing below it is thrown away. Nothing reads it again but
 * `refetch`; a failed one leaves what is shown, and `error` is set only while nothing is.
 *
 * Never a query that is dropped when unused: a hidden page has no observers, its data would go and its
 * form with it.
 */
export function useOpened<T>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<T>,
  { enabled = true } = {},
) {
  const client = useQueryClient();
  const [opening] = useState(() => ++openings);
  const answer = useQuery({
    queryKey: [...queryKey, { opening }],
    queryFn: ({ signal }) => {
      // Data of earlier openings is of no use.
      client.removeQueries({
        queryKey,
        type: "inactive",
        predicate: ({ queryKey: key }) => openingOf(key) < opening,
      });
      return read(signal);
    },
    enabled,
    meta: { isQuiet: true },
    staleTime: "static",
  });
  const { data, isFetching, refetch } = answer;
  return { data, isFetching, refetch, error: data === undefined ? answer.error : null };
}

/** Infinity: not read by `useOpened`. */
function openingOf(key: QueryKey): number {
  const last = key.at(-1) as { opening?: number } | undefined;
  return last?.opening ?? Number.POSITIVE_INFINITY;
}
