import { useSyncExternalStore } from "react";
import { ELDER_KEY } from "./elder-script.ts";

/** Steps of the type size in px; product 7.3. */
const STEPS = [18, 22, 26] as const;

export type ElderSize = (typeof STEPS)[number];

/** The step the switch begins with: one may go up and down from there. */
export const FIRST_SIZE: ElderSize = 22;

const listeners = new Set<() => void>();

/** The step in use, 0 for the normal site. elder-script.ts has set it before the first paint. */
function current(): ElderSize | 0 {
  const value = Number(document.documentElement.dataset.elder);
  return STEPS.find((step) => step === value) ?? 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The step in use, 0 when elder mode is off and on the server. */
export function useElder(): ElderSize | 0 {
  return useSyncExternalStore(subscribe, current, () => 0);
}

function set(size: ElderSize | 0): void {
  if (size) document.documentElement.dataset.elder = String(size);
  else delete document.documentElement.dataset.elder;
  try {
    // Off is a choice too, where the site begins in elder mode.
    localStorage.setItem(ELDER_KEY, size ? String(size) : "");
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function switchElder(isOn: boolean): void {
  set(isOn ? FIRST_SIZE : 0);
  window.scrollTo({ top: 0 });
}

/** One step larger (1) or smaller (-1); stays at the ends. */
export function stepElder(direction: 1 | -1): void {
  const next = STEPS[STEPS.indexOf(current() || FIRST_SIZE) + direction];
  if (next) set(next);
}

export const isLargest = (size: ElderSize | 0): boolean => size === STEPS.at(-1);
export const isSmallest = (size: ElderSize | 0): boolean => size === STEPS[0];
