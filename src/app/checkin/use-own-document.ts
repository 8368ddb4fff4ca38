import { useEffect } from "react";

/**
 * The header of /checkin alone allows the camera, and the browser keeps to the header of the document that it
 * loaded: who comes from another address without a full load, such as the log-in, gets one before typing anything.
 */
export function useOwnDocument(path: string): void {
  useEffect(() => {
    const [entry] = performance.getEntriesByType("navigation");
    if (!entry || !URL.canParse(entry.name)) return;
    if (new URL(entry.name).pathname.replace(/\/+$/, "") !== path) window.location.reload();
  }, [path]);
}
