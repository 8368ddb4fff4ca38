import { useEffect, useRef, useState } from "react";
import { countProblem, type UploadRules } from "../../lib/upload/upload-rules.ts";
import { ApiError, errorText } from "../../site/session/http.ts";
import { notify } from "../calls/notify.ts";
import { uploadFile } from "./upload-file.ts";

/** A file that was uploaded; `url` is its `/profile/…` path, as the API stores it. */
export type UploadedFile = { name: string; url: string; bytes: number };

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

type Options = {
  value: readonly UploadedFile[];
  onChange: (value: UploadedFile[]) => void;
  rules: UploadRules;
  check: (file: File, rules: UploadRules) => string | undefined;
};

/** The server gives its reason with 500, and would give it again. */
const isWorthRetrying = (error: unknown) => !(error instanceof ApiError && error.code === 500);

let lastKey = 0;

/**
 * Uploads for a form field: files go up side by side, join `value` when they are there, and stay in
 * `pending` with their reason when they are not. Leaving the page stops what is under way.
 */
export function useUploads({ value, onChange, rules, check }: Options) {
  const [pending, setPending] = useState<PendingFile[]>([]);
  const latest = useRef(value);
  const stops = useRef(new Map<number, AbortController>());
  const going = useRef(0);
  useEffect(() => {
    latest.current = value;
  }, [value]);

  const patch = (key: number, change: Partial<PendingFile>) =>
    setPending((before) =>
      before.map((each) => (each.key === key ? { ...each, ...change } : each)),
    );
  const drop = (key: number) => setPending((before) => before.filter((each) => each.key !== key));
  const put = (next: UploadedFile[]) => {
    latest.current = next;
    onChange(next);
  };

  const start = async ({ key, file }: PendingFile) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    going.current++;
    try {
      const { fileName } = await uploadFile(file, {
        signal: stop.signal,
        onProgress: (share) => patch(key, { percent: Math.round(share * 100) }),
      });
      drop(key);
      put([...latest.current, { name: file.name, url: fileName, bytes: file.size }]);
      notify.success("上传成功");
    } catch (error) {
      if (stop.signal.aborted) drop(key);
      else patch(key, { problem: errorText(error), canRetry: isWorthRetrying(error), percent: 0 });
    } finally {
      going.current--;
      stops.current.delete(key);
    }
  };

  return {
    pending,
    /** Takes chosen, dropped or pasted files; too many are refused as a whole. */
    take(files: readonly File[]): void {
      if (files.length === 0) return;
      const tooMany = countProblem(latest.current.length + going.current, files.length, rules);
      if (tooMany) {
        notify.error(tooMany);
        return;
      }
      const taken = files.map((file): PendingFile => {
        const problem = check(file, rules);
        return { key: ++lastKey, file, percent: 0, problem, canRetry: false };
      });
      // A new try: what was refused before has been read.
      setPending((before) => [
        ...before.filter((each) => !each.problem || each.canRetry),
        ...taken,
      ]);
      for (const each of taken) if (!each.problem) void start(each);
    },
    retry(each: PendingFile): void {
      const tooMany = countProblem(latest.current.length + going.current, 1, rules);
      if (tooMany) {
        notify.error(tooMany);
        return;
      }
      patch(each.key, { problem: undefined, percent: 0 });
      void start(each);
    },
    /** Stops one that is under way, or takes a refused one off the list. */
    dismiss(key: number): void {
      const stop = stops.current.get(key);
      if (stop) stop.abort();
      else drop(key);
    },
    remove: (url: string): void => put(latest.current.filter((each) => each.url !== url)),
    /** Moves the file at `from` by `by` places. */
    move(from: number, by: -1 | 1): void {
      const next = [...latest.current];
      const [moved] = next.splice(from, 1);
      if (!moved) return;
      next.splice(from + by, 0, moved);
      put(next);
    },
  };
}
