import { useEffect } from "react";

const LOCAL_MS = 500;

type Autosave = {
  /** What is typed: each other value counts as a change. */
  readonly typed: unknown;
  readonly isUnsaved: () => boolean;
  /** Puts it on this device. */
  readonly keep: () => void;
  /** Sends it to the server. */
  readonly save: () => Promise<unknown>;
  /** From the last change to the saving on the server. */
  readonly afterMs: number;
};

/**
 * Keeps what is typed on this device half a second after the last change, on the server after a while, and on both
 * when the page is put away. `isUnsaved`, `keep` and `save` stay the same functions while the form does.
 */
export function useAutosave({ typed, isUnsaved, keep, save, afterMs }: Autosave): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from the last change of what is typed
  useEffect(() => {
    if (!isUnsaved()) return;
    const local = setTimeout(keep, LOCAL_MS);
    const server = setTimeout(() => {
      if (isUnsaved()) void save();
    }, afterMs);
    return () => {
      clearTimeout(local);
      clearTimeout(server);
    };
  }, [typed, isUnsaved, keep, save, afterMs]);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState !== "hidden" || !isUnsaved()) return;
      // A page that is thrown away may never learn what became of its save.
      keep();
      void save();
    };
    document.addEventListener("visibilitychange", onHide);
    return () => document.removeEventListener("visibilitychange", onHide);
  }, [isUnsaved, save, keep]);

  // Leaving before the half second is over loses nothing.
  useEffect(
    () => () => {
      if (isUnsaved()) keep();
    },
    [isUnsaved, keep],
  );
}
