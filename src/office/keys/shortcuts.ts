import { useEffect, useEffectEvent } from "react";
import { isLayerOpen } from "../layers/layer.tsx";
import { singleKeysStore } from "../settings/settings.ts";

/** A key of the whole shell, as the key list prints it. */
export type Shortcut = {
  keys: string;
  label: string;
  /** true: a plain key, which can be switched off and rests while one types. */
  isSingle?: boolean;
  /** true: works over a dialog as well. */
  isAlways?: boolean;
  matches: (event: KeyboardEvent) => boolean;
  run: () => void;
};

export const withCtrl = (code: string) => (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === code;

export const withAlt = (code: string) => (event: KeyboardEvent) =>
  event.altKey && !event.ctrlKey && !event.metaKey && event.code === code;

export const plainKey = (key: string) => (event: KeyboardEvent) =>
  event.key === key && !event.ctrlKey && !event.altKey && !event.metaKey;

/** A second key must follow G within this time; by when they were pressed: a busy page hears of them later. */
const PAIR_MS = 1_200;

/** Not 0: in the first second of a page every key would come after a G. */
const NEVER = Number.NEGATIVE_INFINITY;
let lastG = NEVER;
let lastEvent: KeyboardEvent | undefined;
let isSecond = false;

/** Of several listeners the first one notes a key: it must not take the G from the others. */
function note(event: KeyboardEvent, allowsSingle: boolean): void {
  if (event === lastEvent) return;
  lastEvent = event;
  isSecond = event.timeStamp - lastG < PAIR_MS;
  lastG = allowsSingle && plainKey("g")(event) ? event.timeStamp : NEVER;
}

/** G and then a letter. */
export const afterG = (key: string) => (event: KeyboardEvent) => isSecond && plainKey(key)(event);

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listens for the shell's keys. They rest while a modal dialog owns the keyboard. */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isCovered = isLayerOpen();
    const allowsSingle = singleKeysStore.get() && !isCovered && !isTyping(event);
    note(event, allowsSingle);
    const found = shortcuts.find(
      (shortcut) =>
        (!shortcut.isSingle || allowsSingle) &&
        (!isCovered || shortcut.isAlways) &&
        shortcut.matches(event),
    );
    if (!found) return;
    event.preventDefault();
    found.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
