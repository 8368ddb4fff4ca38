import { useLocation } from "react-router";

/** Where a guest comes back to after logging in. */
export function useTarget(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
