import { type DragEvent, useEffect, useRef, useState } from "react";
import { notify } from "../calls/notify.ts";
import { type Place, type Zone, zoneAt } from "./tree-places.ts";

/** How a page's rows can be moved; undefined: they cannot. */
export type TreeMover<R> = {
  /** Why the row cannot come to that place; undefined where it can. */
  problemAt: (row: R, place: Place) => string | undefined;
  placeAt: (target: R, zone: Zone) => Place;
  mayHold: (row: R) => boolean;
  /** Where that is, in words. */
  wordsOf: (place: Place) => string;
  isSame: (row: R, place: Place) => boolean;
  move: (row: R, place: Place) => void;
  /** One further up or down among its siblings. */
  step: (row: R, step: -1 | 1) => void;
  /** Opens the form of a place. */
  choose: (row: R) => void;
};

type Over<R> = { id: number; zone: Zone; place: Place; problem: string | undefined; row: R };

/** A closed row opens when something is held over it for so long. */
const OPEN_AFTER_MS = 600;

/**
 * Rows dragged by a handle with the mouse. Touch has no such drag: there, and with the keyboard, the
 * row's menu has 移动到…, and Alt with an arrow moves a row by one.
 */
export function useTreeDrag<R>(
  mover: TreeMover<R> | undefined,
  isClosed: (id: number) => boolean,
  onOpen: (id: number) => void,
) {
  const [dragged, setDragged] = useState<{ id: number; row: R }>();
  const [over, setOver] = useState<Over<R>>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const end = () => {
    clearTimeout(timer.current);
    setDragged(undefined);
    setOver(undefined);
  };
  const note = !dragged
    ? undefined
    : !over
      ? "拖到目标位置后松开"
      : (over.problem ?? `移到${mover?.wordsOf(over.place)}`);

  return {
    note,
    isRefused: over?.problem !== undefined,
    /** Props of the handle of a row. */
    handle: (id: number, row: R) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", String(id));
        const line = event.currentTarget.closest("tr");
        if (line) event.dataTransfer.setDragImage(line, 24, 12);
        setDragged({ id, row });
      },
      // It comes to its end wherever it is let go; on a row that may not be, with the reason.
      onDragEnd: () => {
        if (over?.problem) notify.warning(over.problem);
        end();
      },
    }),
    /** Props of a row as a target. */
    target: (id: number, row: R) => {
      if (!mover || !dragged) return {};
      const mark = over?.id === id ? (over.problem ? "bad" : over.zone) : undefined;
      return {
        "data-drop": mark,
        "data-dragged": dragged.id === id || undefined,
        onDragOver: (event: DragEvent<HTMLElement>) => {
          const box = event.currentTarget.getBoundingClientRect();
          const share = (event.clientY - box.top) / box.height;
          const zone = zoneAt(share, mover.mayHold(row));
          const place = mover.placeAt(row, zone);
          const isHome = dragged.id === id || mover.isSame(dragged.row, place);
          const problem = isHome ? undefined : mover.problemAt(dragged.row, place);
          if (isHome) setOver(undefined);
          else if (over?.id !== id || over.zone !== zone) {
            setOver({ id, zone, place, problem, row });
            clearTimeout(timer.current);
            if (zone === "into" && !problem && isClosed(id)) {
              timer.current = window.setTimeout(() => onOpen(id), OPEN_AFTER_MS);
            }
          }
          event.dataTransfer.dropEffect = isHome || problem ? "none" : "move";
          if (!isHome && !problem) event.preventDefault();
        },
        onDrop: (event: DragEvent<HTMLElement>) => {
          event.preventDefault();
          if (over && !over.problem) mover.move(dragged.row, over.place);
          end();
        },
      };
    },
  };
}
