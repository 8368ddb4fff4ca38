import { type FocusEvent, type UIEvent, useEffect, useLayoutEffect, useRef } from "react";
import { isLayerOpen } from "../layers/layer.tsx";

/** Half a second: a page that is still shorter then was cut meanwhile. */
const MOST_FRAMES = 30;

type Place = { top: number; left: number };
type Cursor = Pick<Selection, "anchorNode" | "anchorOffset" | "focusNode" | "focusOffset">;

/**
 * Brings a page back as it was left: the field that had the focus, the cursor in its text, and how far
 * each of its parts was scrolled. A hidden element has none of them. Returns what the panel listens
 * with; a drawer of the page is heard too, wherever it stands in the document.
 */
export function usePanelPlace(isActive: boolean) {
  const field = useRef<HTMLElement>(undefined);
  const cursor = useRef<Cursor>(undefined);
  const scrolled = useRef(new Map<Element, Place>());

  useEffect(() => {
    if (!isActive) return;
    // An input keeps its own; text that is written in place has only the document's.
    const look = () => {
      const selection = document.getSelection();
      if (!selection || !field.current?.isContentEditable) return;
      if (!field.current.contains(selection.anchorNode)) return;
      const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
      cursor.current = { anchorNode, anchorOffset, focusNode, focusOffset };
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [isActive]);

  useLayoutEffect(() => {
    if (!isActive) return;
    for (const part of scrolled.current.keys()) {
      if (!part.isConnected) scrolled.current.delete(part);
    }
    const scroll = scrollBack(new Map(scrolled.current));
    let frames = 0;
    const goOn = () => {
      // The header search that led here closes after the page is shown, and a dialog that is shown
      // again takes the focus for its frame, on a slow machine long after its field had it.
      if (field.current && (frames < 2 ? isFocusFree : isFocusLost)(field.current)) {
        takeUp(field.current, cursor.current);
      }
      // What is wrong with a field is said a moment later and makes the page longer.
      scroll();
      if (++frames < MOST_FRAMES) frame = requestAnimationFrame(goOn);
    };
    let frame = 0;
    const stop = () => cancelAnimationFrame(frame);
    goOn();
    // The person goes on: from here on the focus is theirs.
    document.addEventListener("pointerdown", stop, true);
    document.addEventListener("keydown", stop, true);
    return () => {
      stop();
      document.removeEventListener("pointerdown", stop, true);
      document.removeEventListener("keydown", stop, true);
    };
  }, [isActive]);

  return {
    onFocusCapture: ({ target }: FocusEvent<HTMLElement>): void => {
      const { current: known } = field;
      // The frame of a drawer takes it when the drawer is pressed, or shown again.
      if (known === target || (known?.isConnected && target.contains(known))) return;
      cursor.current = undefined;
      field.current = target;
    },
    onScrollCapture: ({ target }: UIEvent): void => {
      const { scrollTop, scrollLeft } = target as Element;
      scrolled.current.set(target as Element, { top: scrollTop, left: scrollLeft });
    },
  };
}

/** Nothing has the focus, or only a frame around the field. */
function isFocusLost(field: HTMLElement): boolean {
  const now = document.activeElement;
  return !now || now === document.body || (now !== field && now.contains(field));
}

/**
 * Nobody is at work elsewhere: a tab that was clicked may give the focus away, one reached by keys not.
 * A drawer that is shown again takes the focus for itself, and gives it to its field.
 */
function isFocusFree(field: HTMLElement): boolean {
  const now = document.activeElement;
  if (!now || isFocusLost(field) || !now.checkVisibility()) return true;
  return !isLayerOpen() && !now.matches(":focus-visible");
}

function takeUp(field: HTMLElement, cursor: Cursor | undefined): void {
  if (!field.isConnected || !field.checkVisibility() || field === document.activeElement) return;
  field.focus({ preventScroll: true });
  if (!cursor?.anchorNode?.isConnected || !cursor.focusNode?.isConnected) return;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = cursor;
  document.getSelection()?.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
}

/** Scrolls the parts to their places, as far as they go; one that is there or was moved by hand is left. */
function scrollBack(places: Map<Element, Place>): () => void {
  const put = new Map<Element, number>();
  return () => {
    for (const [part, { top, left }] of places) {
      const isMoved = put.has(part) && put.get(part) !== part.scrollTop;
      if (!isMoved) part.scrollTo({ top, left });
      if (isMoved || part.scrollTop === top) places.delete(part);
      else put.set(part, part.scrollTop);
    }
  };
}
