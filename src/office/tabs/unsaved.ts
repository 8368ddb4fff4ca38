import { tabsStore } from "./workspace.ts";

let isFree = false;

/** The page is being left on purpose: the browser shall not ask. */
export function leaveFreely(): void {
  isFree = true;
}

/** While a tab holds unsaved work the browser asks before it leaves; returns how to stop. */
export function guardUnsaved(): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    if (!isFree && tabsStore.get().some((tab) => tab.isDirty)) event.preventDefault();
  };
  window.addEventListener("beforeunload", onLeave);
  return () => window.removeEventListener("beforeunload", onLeave);
}
