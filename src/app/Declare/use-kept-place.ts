import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Child } from "./children.ts";

type Place = { y: number; focus: HTMLElement | undefined };

/** How far each child was scrolled and what had the focus in it: one comes back to both. */
export function useKeptPlace(child: Child): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<Child, Place>());
  const active = useRef(child);

  useEffect(() => {
    const note = (change: Partial<Place>) => {
      const before = places.current.get(active.current) ?? { y: 0, focus: undefined };
      places.current.set(active.current, { ...before, ...change });
    };
    const onScroll = () => note({ y: window.scrollY });
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && root.current?.contains(target)) note({ focus: target });
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    document.addEventListener("focusin", onFocus);
    return () => {
      window.removeEventListener("scroll", onScroll);
      document.removeEventListener("focusin", onFocus);
    };
  }, []);

  useLayoutEffect(() => {
    if (active.current === child) return;
    active.current = child;
    const place = places.current.get(child);
    window.scrollTo(0, place?.y ?? 0);
    const { focus } = place ?? {};
    // The frame gives the focus to a new page; this is one that was there.
    if (focus) setTimeout(() => focus.focus({ preventScroll: true }));
  }, [child]);

  return root;
}
