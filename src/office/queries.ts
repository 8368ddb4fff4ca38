import { QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { report } from "./http.ts";

const clients = new Map<string, QueryClient>();

/**
 * The queries of one tab: they live as long as the tab's page, however long it is hidden, and go
 * with it. A hidden page that is shown again asks nothing, unless a change was told meanwhile. A
 * failure is shown once; `meta: {isQuiet: true}` leaves it to the page.
 */
export function queriesOf(tabKey: string): QueryClient {
  const known = clients.get(tabKey);
  if (known) return known;
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
  clients.set(tabKey, client);
  return client;
}

/** Forgets the queries of tabs that are no longer among these. */
export function keepQueries(tabKeys: Set<string>): void {
  for (const [key, client] of clients) {
    if (tabKeys.has(key)) continue;
    client.clear();
    clients.delete(key);
  }
}

/** Something was changed: pages that show it ask anew, open ones now, hidden ones when shown. */
export async function tellChange(queryKey: QueryKey): Promise<void> {
  const all = [...clients.values()];
  await Promise.all(all.map((client) => client.invalidateQueries({ queryKey })));
}
