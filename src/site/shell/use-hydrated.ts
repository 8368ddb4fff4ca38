import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** false on the server and while hydrating: for what only the browser's address can tell. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
