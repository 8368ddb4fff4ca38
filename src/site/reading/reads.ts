import { useEffect, useState } from "react";
import { callApi } from "../session/http.ts";

type Reads = Record<string, number>;

const NONE: Reads = {};

/**
 * How often the articles were read, asked by the browser: pages are cached whole and would show
 * yesterday's numbers. Empty until answered, and when it cannot be answered.
 */
export function useReads(ids: readonly number[]): Reads {
  const key = [...new Set(ids)].slice(0, 100).join();
  const [reads, setReads] = useState<Reads>(NONE);
  useEffect(() => {
    if (!key) return;
    const stop = new AbortController();
    callApi<{ data: Reads }>("GET", "/api/bll/article/reads", {
      query: { ids: key },
      signal: stop.signal,
    }).then(
      ({ data }) => setReads(data),
      () => undefined,
    );
    return () => stop.abort();
  }, [key]);
  return reads;
}

/** Counts this visit and gives the number of reads; undefined until answered. */
export function useCountedReads(id: number): number | undefined {
  const [reads, setReads] = useState<number>();
  useEffect(() => {
    let isGone = false;
    callApi<{ data: { reads: number } }>("POST", `/api/bll/article/${id}/read`).then(
      ({ data }) => isGone || setReads(data.reads),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [id]);
  return reads;
}
