import { useSyncExternalStore } from "react";

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Mobile mode applies when the width is under 992 px (specification 2). */
const MOBILE = "(max-width: 991.98px)";

export const useIsMobile = (): boolean => useMedia(MOBILE);

/** The same at this moment, for code outside of components. */
export const isMobileNow = (): boolean => window.matchMedia(MOBILE).matches;

/** Width of the window in CSS pixels. */
export function useWindowWidth(): number {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener("resize", listener);
      return () => window.removeEventListener("resize", listener);
    },
    () => window.innerWidth,
  );
}
