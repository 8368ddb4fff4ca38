import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Each tab comes back where it was scrolled to, though all share one scroller: which one it is
 * depends on the setting fixedHeader.
 */
export function useTabScroll(
  content: RefObject<HTMLElement | null>,
  active: string,
  isFixed: boolean,
): void {
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const scroller = isFixed ? content.current : content.current?.parentElement;
    if (!scroller) return;
    const { current: known } = places;
    scroller.scrollTop = known.get(active) ?? 0;
    const onScroll = () => known.set(active, scroller.scrollTop);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller.removeEventListener("scroll", onScroll);
  }, [content, active, isFixed]);
}
