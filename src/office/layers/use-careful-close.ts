import { ask } from "../calls/notify.ts";
import { useDirty } from "../tabs/tab.tsx";

/**
 * For a drawer or dialog that takes words or choices: its tab is dirty while it holds some, and closing
 * it, also by Esc or a press beside it, asks first. `settle` says that nothing is unsaved any more: call it
 * wherever the dialog goes because it has done its work.
 */
export function useCarefulClose(
  isDirty: boolean,
  { title, text, ok = "放弃" }: { title: string; text: string; ok?: string },
  onClose: () => void,
): { close: (go?: () => void) => Promise<void>; settle: () => void } {
  const settle = useDirty(isDirty);
  return {
    settle,
    /** `go` where something else than closing follows. */
    async close(go = onClose) {
      if (isDirty && !(await ask({ title, text, ok, isDanger: true }))) return;
      settle();
      go();
    },
  };
}
