import { useEffect, useRef } from "react";

const LOOKS_EVERY_MS = 10_000;

/** Calls `look` now and every ten seconds, and at once when the connection or the person is back. */
export function useLook(look: () => Promise<void>): void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  useEffect(() => {
    let isLooking = false;
    const now = async () => {
      // The one before may still wait for an answer.
      if (isLooking) return;
      isLooking = true;
      await latest.current().finally(() => {
        isLooking = false;
      });
    };
    const seen = () => {
      if (document.visibilityState === "visible") void now();
    };
    const timer = setInterval(() => void now(), LOOKS_EVERY_MS);
    window.addEventListener("online", now);
    document.addEventListener("visibilitychange", seen);
    void now();
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", now);
      document.removeEventListener("visibilitychange", seen);
    };
  }, []);
}
