import { useEffect, useState } from "react";

/** Longer than the gaps between the keys of somebody who writes. */
const PAUSE_MS = 1_500;

let lastKey = Number.NEGATIVE_INFINITY;
let keys = 0;
let keysAtAct = 0;
let isComposing = false;

/** A field or a text that keys go into. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));

function note({ target }: Event): void {
  if (!takesText(target)) return;
  lastKey = performance.now();
  keys += 1;
}

/** A press, a key with Ctrl, and Enter in a line say what to do; they write nothing. */
function noteKey(event: KeyboardEvent): void {
  const isEnter = event.key === "Enter" && event.target instanceof HTMLInputElement;
  const isAct = event.ctrlKey || event.metaKey || event.altKey || isEnter;
  if (isAct && !event.isComposing) noteAct();
  else if (!/^(Control|Shift|Alt|Meta|Tab|Escape)$/.test(event.key)) note(event);
}

function noteAct(): void {
  keysAtAct = keys;
}

if (typeof document !== "undefined") {
  document.addEventListener("input", note, true);
  document.addEventListener("keydown", noteKey, true);
  document.addEventListener("pointerdown", noteAct, true);
  document.addEventListener("compositionstart", () => {
    isComposing = true;
  });
  document.addEventListener("compositionend", () => {
    isComposing = false;
  });
}

const restMs = (): number => (isComposing ? PAUSE_MS : lastKey + PAUSE_MS - performance.now());

/**
 * Somebody is writing right now: what comes by itself must not take the focus, or keys go astray. Who
 * has left the field since, for a tab or a button, writes no more.
 */
const isTyping = (): boolean => restMs() > 0 && takesText(document.activeElement);

/** Grows with every key: the same number later means that nobody has written since. */
export const keysSoFar = (): number => keys;

/** The person who pressed 保存 or its key has gone on writing: the answer must not take the focus. */
export const hasWrittenOn = (): boolean => keys > keysAtAct;

/** Calls `act` at the next pause in typing, at once when nobody is typing; returns how to call it off. */
export function atPause(act: () => void): () => void {
  let timer: number | undefined;
  const look = () => {
    const rest = restMs();
    if (rest <= 0) act();
    else timer = window.setTimeout(look, rest);
  };
  look();
  return () => window.clearTimeout(timer);
}

/** For a dialog that comes by itself: true from the first pause in typing on, while it is wanted. */
export function useAtPause(isWanted: boolean): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (isWanted) return atPause(() => setDue(true));
    setDue(false);
    return undefined;
  }, [isWanted]);
  return isWanted && isDue;
}

/** Takes the focus for a dialog that opened by itself, unless somebody is writing elsewhere. */
export function focusQuietly(target: { focus(): void } | null | undefined): void {
  if (!isTyping()) target?.focus();
}
