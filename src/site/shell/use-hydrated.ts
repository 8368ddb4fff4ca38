import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** false on the server and while hydrating: for parts that need the browser's address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
