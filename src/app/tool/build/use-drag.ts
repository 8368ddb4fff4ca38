import { type PointerEvent, type RefObject, useRef, useState } from "react";
import type { FieldKind } from "./fields.ts";

/** The dragged thing: a new component from the palette, or one of the form. */
export type Cargo = { kind: FieldKind } | { id: string };

type Drag = { cargo: Cargo; x: number; y: number; index: number | undefined };

/** Less is a press with an unsteady hand. */
const THRESHOLD = 6;

/** Where a drop at this point would go: before the first card that lies behind it in reading order. */
function indexAt(canvas: Element, x: number, y: number): number | undefined {
  const area = canvas.getBoundingClientRect();
  const isInside = x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
  if (!isInside) return undefined;
  const cards = [...canvas.querySelectorAll("[data-card]")].map((card) =>
    card.getBoundingClientRect(),
  );
  const found = cards.findIndex((box) => {
    const isWide = box.width > area.width * 0.7;
    if (isWide) return y < box.top + box.height / 2;
    return y < box.top || (y < box.bottom && x < box.left + box.width / 2);
  });
  return found < 0 ? cards.length : found;
}

/**
 * Dragging by any pointer. The keyboard has ways of its own (canvas.tsx): nothing here is the only
 * way to anything. `onDrop` gets the place among the cards as they stand.
 */
export function useDrag(
  canvas: RefObject<HTMLElement | null>,
  onDrop: (cargo: Cargo, index: number) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const start = useRef<{ x: number; y: number; cargo: Cargo }>(undefined);
  const wasDragged = useRef(false);

  const place = (event: PointerEvent, cargo: Cargo): Drag => {
    const { clientX: x, clientY: y } = event;
    return { cargo, x, y, index: canvas.current ? indexAt(canvas.current, x, y) : undefined };
  };
  const stop = () => {
    start.current = undefined;
    setDrag(undefined);
  };

  return {
    drag,
    /** For the element that is taken hold of. */
    handle: (cargo: Cargo) => ({
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        wasDragged.current = false;
        start.current = { x: event.clientX, y: event.clientY, cargo };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        const from = start.current;
        if (!from) return;
        const way = Math.hypot(event.clientX - from.x, event.clientY - from.y);
        if (!drag && way < THRESHOLD) return;
        wasDragged.current = true;
        setDrag(place(event, from.cargo));
      },
      onPointerUp(event: PointerEvent) {
        const from = start.current;
        if (from && drag) {
          const { index } = place(event, from.cargo);
          if (index !== undefined) onDrop(from.cargo, index);
        }
        stop();
      },
      onPointerCancel: stop,
    }),
    /** A drag ends with a click on the dragged thing: it is ignored. */
    isClick: () => !wasDragged.current,
  };
}
