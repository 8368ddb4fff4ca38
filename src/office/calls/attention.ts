/** Sessions note a sign of life once a minute (app/login/session.server.ts): finer would say no more. */
const ATTENTION_MS = 60_000;

// A person who has just opened the page is there.
let lastAct = 0;

const note = () => {
  lastAct = performance.now();
};

if (typeof document !== "undefined") {
  for (const act of ["pointerdown", "keydown", "wheel", "input"]) {
    document.addEventListener(act, note, { capture: true, passive: true });
  }
}

/**
 * Whether somebody has just done something on this page. What it asks for by itself, such as numbers
 * that have changed, must not keep the session of a person alive who has gone away.
 */
export const isAttended = (): boolean => performance.now() - lastAct < ATTENTION_MS;
