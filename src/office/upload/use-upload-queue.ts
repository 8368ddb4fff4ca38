import { useEffect, useRef, useState } from "react";
import { ApiError, errorText } from "../../site/session/http.ts";

/** A file that is under way (`problem` undefined) or was not taken. */
export type PendingFile = {
  key: number;
  file: File;
  /** 0 to 100. */
  percent: number;
  problem: string | undefined;
  /** Worth another try as it is: the file itself was in order. */
  canRetry: boolean;
};

type Watch = { signal: AbortSignal; onProgress: (share: number) => void };

/** The server gives its reason with 500, and would give it again. */
const isWorthRetrying = (error: unknown) => !(error instanceof ApiError && error.code === 500);

let lastKey = 0;

/**
 * Files on their way: `atOnce` go up side by side, the others wait. What is there leaves `pending` and
 * is told to `onDone`; what was refused stays with its reason until it is dismissed. `C`: where a file
 * goes.
 */
export function useUploadQueue<C, T>(options: {
  atOnce: number;
  send: (file: File, where: C, watch: Watch) => Promise<T>;
  onDone: (answer: T, file: File, key: number) => void;
  /** After each; `isLast`: nothing is under way or waits. */
  onEach?: (isLast: boolean) => void;
}) {
  const [pending, setPending] = useState<PendingFile[]>([]);
  /** Since nothing was under way: files that were taken, and those that are there. */
  const [round, setRound] = useState({ all: 0, done: 0 });
  const waiting = useRef<{ each: PendingFile; where: C }[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const now = useRef(options);
  useEffect(() => {
    now.current = options;
  });

  const patch = (key: number, change: Partial<PendingFile>) =>
    setPending((before) =>
      before.map((each) => (each.key === key ? { ...each, ...change } : each)),
    );
  const drop = (keys: readonly number[]) =>
    setPending((before) => before.filter((each) => !keys.includes(each.key)));
  const forget = (count: number) => setRound((before) => ({ ...before, all: before.all - count }));
  const isIdle = () => stops.current.size === 0 && waiting.current.length === 0;

  const pump = () => {
    while (stops.current.size < now.current.atOnce) {
      const next = waiting.current.shift();
      if (!next) break;
      void go(next.each, next.where);
    }
  };
  const go = async ({ key, file }: PendingFile, where: C) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    try {
      const answer = await now.current.send(file, where, {
        signal: stop.signal,
        onProgress: (share) => patch(key, { percent: Math.round(share * 100) }),
      });
      drop([key]);
      setRound((before) => ({ ...before, done: before.done + 1 }));
      now.current.onDone(answer, file, key);
    } catch (error) {
      forget(1);
      if (stop.signal.aborted) drop([key]);
      else patch(key, { problem: errorText(error), canRetry: isWorthRetrying(error), percent: 0 });
    } finally {
      stops.current.delete(key);
      now.current.onEach?.(isIdle());
      pump();
    }
  };
  const start = (list: readonly PendingFile[], where: C) => {
    const isNew = isIdle();
    setRound((before) =>
      isNew ? { all: list.length, done: 0 } : { ...before, all: before.all + list.length },
    );
    waiting.current.push(...list.map((each) => ({ each, where })));
    pump();
  };

  return {
    pending,
    round,
    isGoing: pending.some((each) => !each.problem),
    /** Files under way or waiting, as it is now. */
    count: (): number => stops.current.size + waiting.current.length,
    /** Takes chosen, dropped or pasted files; `check` says why one is not. */
    take(files: readonly File[], where: C, check: (file: File) => string | undefined): void {
      const taken = files.map((file): PendingFile => {
        const problem = check(file);
        return { key: ++lastKey, file, percent: 0, problem, canRetry: false };
      });
      setPending((before) => [...before, ...taken]);
      start(
        taken.filter((each) => !each.problem),
        where,
      );
    },
    retry(each: PendingFile, where: C): void {
      patch(each.key, { problem: undefined, percent: 0 });
      start([{ ...each, problem: undefined, percent: 0 }], where);
    },
    /** Takes off the list what was refused for good. */
    clearRefused: (): void =>
      setPending((before) => before.filter((each) => !each.problem || each.canRetry)),
    /** Stops one that is under way, or takes a refused one off the list. */
    dismiss(key: number): void {
      const stop = stops.current.get(key);
      const isWaiting = waiting.current.some(({ each }) => each.key === key);
      if (stop) stop.abort();
      else drop([key]);
      if (!isWaiting) return;
      waiting.current = waiting.current.filter(({ each }) => each.key !== key);
      forget(1);
    },
    stopAll(): void {
      const keys = waiting.current.map(({ each }) => each.key);
      waiting.current = [];
      forget(keys.length);
      drop(keys);
      for (const stop of stops.current.values()) stop.abort();
    },
  };
}
