import { useEffect, useRef } from "react";
import { countProblem, type Purpose, type UploadRules } from "../../lib/upload/upload-rules.ts";
import { notify } from "../calls/notify.ts";
import { uploadFile } from "./upload-file.ts";
import { type PendingFile, useUploadQueue } from "./use-upload-queue.ts";

/**
 * A file that was uploaded; `url` is its `/profile/…` path, as the API stores it, or the key of a private one;
 * `link` is where that is read for ten minutes.
 */
export type UploadedFile = { name: string; url: string; bytes: number; link?: string };

type Options = {
  value: readonly UploadedFile[];
  onChange: (value: UploadedFile[]) => void;
  rules: UploadRules;
  check: (file: File, rules: UploadRules) => string | undefined;
  purpose?: Purpose | undefined;
};

/**
 * Uploads for a form field: files go up side by side, join `value` when they are there, and stay in
 * `pending` with their reason when they are not. Leaving the page stops what is under way.
 */
export function useUploads({ value, onChange, rules, check, purpose }: Options) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const put = (next: UploadedFile[]) => {
    latest.current = next;
    onChange(next);
  };
  const queue = useUploadQueue({
    atOnce: Number.POSITIVE_INFINITY,
    send: (file, _where: undefined, watch) => uploadFile(file, { ...watch, purpose }),
    onDone: ({ fileName, url }, file) => {
      const stored = { name: file.name, url: fileName, bytes: file.size };
      put([...latest.current, url ? { ...stored, link: url } : stored]);
      notify.success("上传成功");
    },
  });
  /** Too many are refused as a whole. */
  const hasRoom = (count: number): boolean => {
    const tooMany = countProblem(latest.current.length + queue.count(), count, rules);
    if (tooMany) notify.error(tooMany);
    return !tooMany;
  };

  return {
    pending: queue.pending,
    /** Takes chosen, dropped or pasted files. */
    take(files: readonly File[]): void {
      if (files.length === 0 || !hasRoom(files.length)) return;
      // A new try: what was refused before has been read.
      queue.clearRefused();
      queue.take(files, undefined, (file) => check(file, rules));
    },
    retry(each: PendingFile): void {
      if (hasRoom(1)) queue.retry(each, undefined);
    },
    dismiss: queue.dismiss,
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
