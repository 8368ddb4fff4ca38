import { focusManager, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { report } from "./http.ts";

const clients = new Map<string, QueryClient>();

/** Others work as well: older data loads again when somebody returns to it. */
const FRESH_MS = 30_000;

// The library's own listener hears only of a hidden window: one that stood beside another was in sight.
focusManager.setEventListener((onFocus) => {
  const look = () => onFocus();
  window.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  return () => {
    window.removeEventListener("visibilitychange", look);
    window.removeEventListener("focus", look);
  };
});

/**
 * The queries of one tab: they live as long as the tab's page, however long it is hidden, and go
 * with it. What is older than half a minute is asked for again when its tab is shown, its filter chosen
 * or the window looked at anew; until the answer is there the old stands, and what was typed, ticked
 * and scrolled stays. A failure is shown once; `meta: {isQuiet: true}` leaves it to the page.
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
        staleTime: FRESH_MS,
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
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

/** After a change: pages that show it load again, open ones now, hidden ones when shown. */
export async function tellChange(queryKey: QueryKey): Promise<void> {
  const all = [...clients.values()];
  await Promise.all(all.map((client) => client.invalidateQueries({ queryKey })));
}

/** The same for everything that is read from one of these addresses. */
export async function tellChanges(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => tellChange([path])));
}
