import { useCallback, useRef } from "react";

type OneSaving = {
  /** Waits until no saving is under way. */
  readonly isFree: () => Promise<void>;
  /** Saves; true when the server has it. The next one waits for it by `isFree`. */
  readonly run: (send: () => Promise<boolean>) => Promise<boolean>;
};

/** Savings of a form one after the other: of two at once the later would have an old version. */
export function useOneSaving(): OneSaving {
  const running = useRef<Promise<boolean> | undefined>(undefined);
  const isFree = useCallback(async () => {
    while (running.current) await running.current;
  }, []);
  const run = useCallback((send: () => Promise<boolean>) => {
    running.current = send().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, []);
  return { isFree, run };
}
