import { useEffect, useState } from "react";
import { callApi } from "../session/http.ts";
import type { RememberedArticle } from "../session/session-store.ts";

const DEBOUNCE_MS = 200;

type Suggestions = { text: string; rows: RememberedArticle[] };

const NONE: Suggestions = { text: "", rows: [] };

/**
 * Articles for what is being typed; asked only when the text is not blank (specification 5), 200 ms
 * after the last key, and an older question is given up. A failed one suggests nothing: the search
 * page can still be opened.
 */
export function useSuggestions(typed: string): Suggestions {
  const [found, setFound] = useState(NONE);
  const text = typed.trim();
  useEffect(() => {
    if (!text) return setFound(NONE);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      callApi<{ rows: RememberedArticle[] }>("GET", "/api/bll/article/listPreview", {
        query: { articleName: text },
        signal: stop.signal,
      }).then(
        ({ rows }) => setFound({ text, rows }),
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return found;
}
