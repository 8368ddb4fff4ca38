type Waiting = { timer: number; act: () => void };

const waiting = new Map<number, Waiting>();
let last = 0;

/**
 * Runs `act` after `ms` milliseconds, or at once when the browser's tab is hidden, closed or put
 * away: what was typed last is then kept too. It may be the last that runs, so it must not wait.
 */
export function runSoon(act: () => void, ms: number): number {
  listen();
  const id = ++last;
  const timer = window.setTimeout(() => {
    waiting.delete(id);
    act();
  }, ms);
  waiting.set(id, { timer, act });
  return id;
}

export function cancelSoon(id: number | undefined): void {
  const found = id === undefined ? undefined : waiting.get(id);
  if (id === undefined || !found) return;
  window.clearTimeout(found.timer);
  waiting.delete(id);
}

function runAll(): void {
  const all = [...waiting.values()];
  waiting.clear();
  for (const { timer, act } of all) {
    window.clearTimeout(timer);
    act();
  }
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener("pagehide", runAll);
  // A phone ends a tab that is out of sight without another word.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") runAll();
  });
}
