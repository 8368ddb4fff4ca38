import { useEffect, useState } from "react";

const SCOPE = "/checkin";

/** Whether somebody has touched this page; a browser that cannot tell is taken to say so. */
const isTouched = () => navigator.userActivation?.hasBeenActive ?? true;

/** Lets the worker of a newer build take over while nobody has typed anything here, and loads this page again with it. */
function renew(waiting: ServiceWorker): void {
  if (isTouched()) return;
  const reload = () => {
    if (!isTouched()) location.reload();
  };
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  waiting.postMessage("takeOver");
}

/** Whether this page can be opened here without a connection: its worker is at work, with all files. */
export function useWorker(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // The development server has no built files; without TLS there are no workers.
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    let isGone = false;
    navigator.serviceWorker
      .register(`${SCOPE}/worker.js`, { scope: SCOPE, updateViaCache: "none" })
      .then(({ waiting }) => waiting && renew(waiting))
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
