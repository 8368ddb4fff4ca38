import { useSyncExternalStore } from "react";

/** Chromium falls silent in the middle of longer texts. */
const MAX_CHARACTERS = 120;

let isReading = false;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  isReading = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something is being read; false on the server. */
export function useIsReading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isReading,
    () => false,
  );
}

const never = () => () => undefined;

/** Whether this browser can speak; supposed on the server, so that no button comes late. */
export function useCanRead(): boolean {
  return useSyncExternalStore(
    never,
    () => "speechSynthesis" in window,
    () => true,
  );
}

/** Sentences, each short enough to be spoken whole. */
function sentences(text: string): string[] {
  return text
    .split(/(?<=[。！？；\n])/)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => part.match(new RegExp(`.{1,${MAX_CHARACTERS}}`, "gs")) ?? []);
}

/** Reads the text in Chinese, a little slower than usual; an earlier reading stops. */
export function readAloud(text: string): void {
  stopReading();
  const parts = sentences(text);
  for (const [index, part] of parts.entries()) {
    const utterance = new SpeechSynthesisUtterance(part);
    utterance.lang = "zh-CN";
    utterance.rate = 0.9;
    if (index === parts.length - 1) utterance.onend = () => show(false);
    utterance.onerror = () => show(false);
    speechSynthesis.speak(utterance);
  }
  show(parts.length > 0);
}

export function stopReading(): void {
  if (!isReading) return;
  show(false);
  speechSynthesis.cancel();
}

/** Reads the visible text of the page's main part, without hidden elements and scripts. */
export function readPage(): void {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent has all that is hidden as well
  readAloud(document.querySelector("main")?.innerText ?? "");
}
