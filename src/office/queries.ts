import { QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { report } from "./http.ts";

const clients = new Set<QueryClient>();

/**
 * The queries of one tab: they live as long as the tab, however long it is hidden, and go with it
 * when it is closed or refreshed. A hidden page that is shown again asks nothing, unless a change
 * was told meanwhile. A failure is shown once; `meta: {isQuiet: true}` leaves it to the page.
 */
export function openQueries(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.isQuiet !== true) report(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  clients.add(client);
  return client;
}

export function closeQueries(client: QueryClient): void {
  clients.delete(client);
  client.clear();
}

/** Something was changed: pages that show it ask anew, open ones now, hidden ones when shown. */
export async function tellChange(queryKey: QueryKey): Promise<void> {
  await Promise.all([...clients].map((client) => client.invalidateQueries({ queryKey })));
}
