import { activeStore, closeTabs, openPath } from "./workspace.ts";

/**
 * Opens a page in place of one that is done with. That one's tab goes once the other page is shown:
 * closed earlier, its neighbour would be shown instead.
 */
export function openInstead(path: string, to: string): void {
  const stop = activeStore.subscribe(() => {
    if (activeStore.get() === path) return;
    stop();
    queueMicrotask(() => void closeTabs(path));
  });
  openPath(to);
}
