import { type PointerEvent, useRef } from "react";
import type { MenuPlace } from "../layers/popup-menu.tsx";

const HOLD_MS = 500;

/**
 * Handlers that tell of a finger held on a tab: touch browsers do not all send a context menu. The
 * click that follows is swallowed.
 */
export function useLongPress(onHold: (element: HTMLElement, place: MenuPlace) => void) {
  const timer = useRef(0);
  const wasHeld = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  return {
    onPointerDown(event: PointerEvent) {
      wasHeld.current = false;
      const element = (event.target as Element).closest<HTMLElement>("[role=tab]");
      if (event.pointerType !== "touch" || !element) return;
      const place = { x: event.clientX, y: event.clientY };
      timer.current = window.setTimeout(() => {
        wasHeld.current = true;
        element.focus();
        onHold(element, place);
      }, HOLD_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerMove(event: PointerEvent) {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > 6) stop();
    },
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
      if (!wasHeld.current) return;
      wasHeld.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
