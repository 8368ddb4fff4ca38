import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * For a panel beside the button that opened it: Esc, a press outside and the loss of the window
 * close it; focus goes back to where it was, unless it has gone elsewhere on purpose.
 */
export function useDismiss(box: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      close();
    };
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node;
      // A press on the opener closes by the opener's own click.
      if (!box.current?.contains(target) && !opener?.contains(target)) close();
    };
    const onResize = () => close();
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("pointerdown", onPress, true);
    window.addEventListener("resize", onResize);
    return () => {
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("pointerdown", onPress, true);
      window.removeEventListener("resize", onResize);
      const focused = document.activeElement;
      const isLost = !focused || focused === document.body || box.current?.contains(focused);
      if (isLost || !document.contains(focused)) opener?.focus();
    };
  }, [box]);
}
