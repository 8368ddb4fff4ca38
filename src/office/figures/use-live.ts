import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../calls/http.ts";
import { useTab } from "../tabs/tab.tsx";

const EVERY_MS = 5_000;
/** A chart shows five minutes. */
export const MOST_POINTS = 60;
/** Asking keeps the session alive: nobody there must end it all the same (product 7.1). */
const IDLE_MS = 10 * 60_000;

/** Figures of one moment, for the charts; unknown ones are left out. */
export type Point = Readonly<Record<string, number | undefined>>;

type Sample = { at: number; point: Point };

/**
 * The answer of a monitor, asked for every five seconds while the page is in front, the window is
 * visible, somebody is there and nobody has paused it. `sample` takes the charts' figures out of an
 * answer and the one before it.
 */
export function useLive<T>(path: string, sample: (now: T, before: T | undefined) => Point) {
  const { isActive } = useTab();
  const [isPaused, setPaused] = useState(false);
  const isIdle = useIdle(isActive);
  const isRunning = isActive && !isPaused && !isIdle;
  const answer = useQuery({
    queryKey: [path, "live"],
    queryFn: async ({ signal }) =>
      (await call<{ data: T }>("GET", path, { signal, isQuiet: true })).data,
    meta: { isQuiet: true },
    refetchInterval: isRunning ? EVERY_MS : false,
    // A person who comes back to the tab sees the figures of now.
    staleTime: EVERY_MS,
  });
  const { data, dataUpdatedAt } = answer;
  const [kept, setKept] = useState<{ data: T; samples: readonly Sample[] }>();
  if (data !== undefined && kept?.samples.at(-1)?.at !== dataUpdatedAt) {
    const next = { at: dataUpdatedAt, point: sample(data, kept?.data) };
    setKept({ data, samples: [...(kept?.samples ?? []), next].slice(-MOST_POINTS) });
  }
  return {
    data,
    error: answer.error,
    isFetching: answer.isFetching,
    updatedAt: dataUpdatedAt,
    refetch: () => void answer.refetch(),
    isPaused,
    setPaused,
    isIdle,
    /** The course of one figure, oldest first. */
    course: (name: string): readonly (number | undefined)[] =>
      kept?.samples.map(({ point }) => point[name]) ?? [],
  };
}

export type Live = Omit<ReturnType<typeof useLive>, "data">;

const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** Whether nobody has touched anything for ten minutes, while the page is in front. */
export function useIdle(isActive: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    let timer = setTimeout(() => setIdle(true), IDLE_MS);
    const wake = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
      setIdle(false);
    };
    wake();
    for (const sign of SIGNS) window.addEventListener(sign, wake, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, wake);
    };
  }, [isActive]);
  return isIdle;
}
