import { useEffect, useEffectEvent, useRef } from "react";
import { takesText } from "../keys/typing.ts";

/**
 * Runs `act` when the value is another one than before. An effect would run as well each time the tab
 * is shown again, and so throw away text or choices made meanwhile.
 */
export function useOnChange<T>(value: T, act: (value: T) => void): void {
  const last = useRef(value);
  const run = useEffectEvent(act);
  useEffect(() => {
    if (Object.is(last.current, value)) return;
    last.current = value;
    run(value);
  }, [value]);
}

/** Runs `act` once, when the part is first there; not again when its tab is shown again. */
export function useAtFirst(act: () => void): void {
  const isDone = useRef(false);
  const run = useEffectEvent(act);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    run();
  }, []);
}

/**
 * For `afterOpenChange` of a drawer or dialog: runs `act`, which takes the focus, when it has been
 * opened. Ant Design says the same each time its tab is shown again, when the cursor stands somewhere
 * already; and on a slow machine so late that somebody is in one of its fields by then.
 */
export function useOpening(act: () => void): (isOpen: boolean) => void {
  const isDone = useRef(false);
  return (isOpen) => {
    if (!isOpen || isDone.current) return;
    isDone.current = true;
    const now = document.activeElement;
    if (!takesText(now) || !now?.closest("[role=dialog]")) act();
  };
}
