import { useEffect, useState } from "react";

const SCOPE = "/checkin";

/** Whether this page can be opened here without a connection: its worker is at work, with all files. */
export function useWorker(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // The development server has no built files; without TLS there are no workers.
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    let isGone = false;
    navigator.serviceWorker
      .register(`${SCOPE}/worker.js`, { scope: SCOPE, updateViaCache: "none" })
      // Without a connection the one that is there goes on.
      .catch(() => undefined);
    void navigator.serviceWorker.ready.then(() => {
      if (!isGone) setReady(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return isReady;
}
