import { ask } from "./notify.ts";
import { useDirty } from "./tab.tsx";

/**
 * For a drawer or dialog that takes words: its tab is dirty while it holds some, and closing it, also by
 * Esc or a press beside it, asks first. `settle` says that nothing is unsaved any more.
 */
export function useCarefulClose(
  isDirty: boolean,
  { title, text }: { title: string; text: string },
  onClose: () => void,
): { close: (go?: () => void) => Promise<void>; settle: () => void } {
  const settle = useDirty(isDirty);
  return {
    settle,
    /** `go` where something else than closing follows. */
    async close(go = onClose) {
      if (isDirty && !(await ask({ title, text, ok: "放弃", isDanger: true }))) return;
      settle();
      go();
    },
  };
}
