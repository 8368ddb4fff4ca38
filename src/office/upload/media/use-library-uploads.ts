import { useRef, useState } from "react";
import type { DuplicateOf, LibraryFile } from "#src/lib/upload/library.ts";
import {
  CONTENT_TYPES,
  fileProblem,
  libraryPurpose,
  PURPOSES,
} from "#src/lib/upload/upload-rules.ts";
import { tellChange } from "../../calls/queries.ts";
import { sendFile } from "../upload-file.ts";
import { useUploadQueue } from "../use-upload-queue.ts";
import { LIBRARY } from "./library.ts";

/** Side by side: more would only wait for each other's lines and for the server's drawing. */
const AT_ONCE = 3;
/** The list behind is read anew this often while a hundred files come in. */
const TELL_MS = 1_500;

type Answer = { data: LibraryFile; duplicateOf: DuplicateOf | null };

/** A file that is there, and an older one with the same bytes. */
export type Twin = { key: number; data: LibraryFile; older: DuplicateOf };

/** Why the library does not take a file; its limits go by the name. */
function problemOf(file: File): string | undefined {
  const { maxMegabytes } = PURPOSES[libraryPurpose(file.name)];
  return fileProblem(file, { types: CONTENT_TYPES, maxMegabytes, maxFiles: 1 });
}

/**
 * Uploads into the media library: any number of files, a few at a time, into a folder (0: into none).
 * What turned out to be there already is told as a twin.
 */
export function useLibraryUploads(onDone?: (file: LibraryFile) => void) {
  const [twins, setTwins] = useState<Twin[]>([]);
  const told = useRef(0);
  const { take, ...queue } = useUploadQueue({
    atOnce: AT_ONCE,
    send: (file, folderId: number, watch) =>
      sendFile<Answer>(`/prod-api${LIBRARY}`, file, {
        ...watch,
        fields: { folderId: String(folderId) },
      }),
    onDone: ({ data, duplicateOf }, _file, key) => {
      if (duplicateOf) setTwins((before) => [...before, { key, data, older: duplicateOf }]);
      onDone?.(data);
    },
    onEach: (isLast) => {
      if (!isLast && Date.now() - told.current < TELL_MS) return;
      told.current = Date.now();
      void tellChange([LIBRARY]);
    },
  });
  return {
    ...queue,
    twins,
    take: (files: readonly File[], folderId: number): void => take(files, folderId, problemOf),
    /** The twin has been looked at. */
    settle: (key: number): void => setTwins((before) => before.filter((each) => each.key !== key)),
  };
}

export type LibraryUploads = ReturnType<typeof useLibraryUploads>;
