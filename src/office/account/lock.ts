import { createStore } from "../../lib/store.ts";
import { readText, removeText, writeText } from "../settings/storage.ts";

const KEY = "office-lock";

/** Names a token without telling it. */
function fingerprint(token: string): string {
  let hash = 0x811c9dc5;
  for (const char of token) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Whether the screen is locked by hand. The session goes on; product 4.10, "Lock screen". */
export const lockStore = createStore(false);

/**
 * The lock is kept for all tabs of the browser and bound to the log-in: whoever logs in anew has
 * shown a password and is not locked out.
 */
export function lockScreen(userId: number, token: string): void {
  writeText("localStorage", KEY, `${userId}:${fingerprint(token)}`);
  lockStore.set(true);
}

export function releaseLock(): void {
  removeText("localStorage", KEY);
  lockStore.set(false);
}

const isLocked = (userId: number, token: string) =>
  readText("localStorage", KEY) === `${userId}:${fingerprint(token)}`;

/** Takes over a lock from before a reload and follows the other tabs; returns how to stop. */
export function watchLock(userId: number, token: string): () => void {
  lockStore.set(isLocked(userId, token));
  const look = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) lockStore.set(isLocked(userId, token));
  };
  window.addEventListener("storage", look);
  return () => window.removeEventListener("storage", look);
}
