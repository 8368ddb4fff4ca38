import { useEffect, useRef, useState } from "react";
import type { DuplicateOf, LibraryFile } from "#src/lib/upload/library.ts";
import {
  CONTENT_TYPES,
  fileProblem,
  libraryPurpose,
  PURPOSES,
} from "#src/lib/upload/upload-rules.ts";
import { ApiError, errorText } from "#src/site/session/http.ts";
import { tellChange } from "../../calls/queries.ts";
import { sendFile } from "../upload-file.ts";
import type { PendingFile } from "../use-uploads.ts";
import { LIBRARY } from "./library.ts";

/** Side by side: more would only wait for each other's lines and for the server's drawing. */
const AT_ONCE = 3;
/** The list behind is read anew this often while a hundred files come in. */
const TELL_MS = 1_500;

/** A file that is there, and an older one with the same bytes. */
export type Twin = { key: number; data: LibraryFile; older: DuplicateOf };

/** Why the library does not take a file; its limits go by the name. */
function problemOf(file: File): string | undefined {
  const { maxMegabytes } = PURPOSES[libraryPurpose(file.name)];
  return fileProblem(file, { types: CONTENT_TYPES, maxMegabytes, maxFiles: 1 });
}

let lastKey = 0;

/**
 * Uploads into the media library: any number of files, a few at a time. What was refused stays with
 * its reason until it is dismissed; what turned out to be there already is told as a twin.
 */
export function useLibraryUploads(onDone?: (file: LibraryFile) => void) {
  const [pending, setPending] = useState<PendingFile[]>([]);
  const [twins, setTwins] = useState<Twin[]>([]);
  /** Of this round: files that were taken, and those that are there. */
  const [round, setRound] = useState({ all: 0, done: 0 });
  const queue = useRef<{ each: PendingFile; folderId: number }[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const told = useRef(0);
  const finished = useRef(onDone);
  useEffect(() => {
    finished.current = onDone;
  }, [onDone]);

  const patch = (key: number, change: Partial<PendingFile>) =>
    setPending((before) =>
      before.map((each) => (each.key === key ? { ...each, ...change } : each)),
    );
  const drop = (key: number) => setPending((before) => before.filter((each) => each.key !== key));
  const tell = (isLast: boolean) => {
    if (!isLast && Date.now() - told.current < TELL_MS) return;
    told.current = Date.now();
    void tellChange([LIBRARY]);
  };

  const pump = () => {
    while (stops.current.size < AT_ONCE) {
      const next = queue.current.shift();
      if (!next) break;
      void send(next.each, next.folderId);
    }
  };

  const send = async ({ key, file }: PendingFile, folderId: number) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    try {
      const { data, duplicateOf } = await sendFile<{
        data: LibraryFile;
        duplicateOf: DuplicateOf | null;
      }>(`/prod-api${LIBRARY}`, file, {
        signal: stop.signal,
        fields: { folderId: String(folderId) },
        onProgress: (share) => patch(key, { percent: Math.round(share * 100) }),
      });
      drop(key);
      setRound((before) => ({ ...before, done: before.done + 1 }));
      if (duplicateOf) setTwins((before) => [...before, { key, data, older: duplicateOf }]);
      finished.current?.(data);
    } catch (error) {
      setRound((before) => ({ ...before, all: before.all - 1 }));
      if (stop.signal.aborted) drop(key);
      else {
        const canRetry = !(error instanceof ApiError && error.code === 500);
        patch(key, { problem: errorText(error), canRetry, percent: 0 });
      }
    } finally {
      stops.current.delete(key);
      tell(stops.current.size === 0 && queue.current.length === 0);
      pump();
    }
  };

  const start = (list: readonly PendingFile[], folderId: number) => {
    const isNew = stops.current.size === 0 && queue.current.length === 0;
    setRound((before) =>
      isNew ? { all: list.length, done: 0 } : { ...before, all: before.all + list.length },
    );
    queue.current.push(...list.map((each) => ({ each, folderId })));
    pump();
  };

  return {
    pending,
    twins,
    round,
    isGoing: pending.some((each) => !each.problem),
    /** Takes chosen, dropped or pasted files into a folder; 0: into none. */
    take(files: readonly File[], folderId: number): void {
      const taken = files.map((file): PendingFile => {
        const problem = problemOf(file);
        return { key: ++lastKey, file, percent: 0, problem, canRetry: false };
      });
      setPending((before) => [...before, ...taken]);
      start(
        taken.filter((each) => !each.problem),
        folderId,
      );
    },
    retry(each: PendingFile, folderId: number): void {
      patch(each.key, { problem: undefined, percent: 0 });
      start([{ ...each, problem: undefined, percent: 0 }], folderId);
    },
    /** Stops one that is under way, or takes a refused one off the list. */
    dismiss(key: number): void {
      const stop = stops.current.get(key);
      const isWaiting = queue.current.some(({ each }) => each.key === key);
      if (stop) stop.abort();
      else drop(key);
      if (!isWaiting) return;
      queue.current = queue.current.filter(({ each }) => each.key !== key);
      setRound((before) => ({ ...before, all: before.all - 1 }));
    },
    stopAll(): void {
      const waiting = new Set(queue.current.map(({ each }) => each.key));
      queue.current = [];
      setRound((before) => ({ ...before, all: before.all - waiting.size }));
      setPending((before) => before.filter((each) => !waiting.has(each.key)));
      for (const stop of stops.current.values()) stop.abort();
    },
    /** The twin has been looked at. */
    settle: (key: number): void => setTwins((before) => before.filter((each) => each.key !== key)),
  };
}

export type LibraryUploads = ReturnType<typeof useLibraryUploads>;
