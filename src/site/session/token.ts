/** Cookie Admin-Token: written and read by the page, it authenticates nothing by itself (security 2). */
const COOKIE = "Admin-Token";

const DAY_SECONDS = 86_400;

const listeners = new Set<() => void>();

/** Calls `listener` when this page writes or removes the token; returns how to stop. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The token of the cookie; undefined on the server and for a guest. */
export function readToken(): string | undefined {
  if (typeof document === "undefined") return undefined;
  const match = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie);
  if (!match?.[1]) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return undefined;
  }
}

/** Keeps the token for `days`, or until the browser closes when not told. */
export function writeToken(token: string, days?: number): void {
  const life = days === undefined ? "" : `; Max-Age=${Math.round(days * DAY_SECONDS)}`;
  put(`${encodeURIComponent(token)}${life}`);
  document.documentElement.dataset.token = "";
  for (const listener of listeners) listener();
}

export function removeToken(): void {
  put("; Max-Age=0");
  delete document.documentElement.dataset.token;
  for (const listener of listeners) listener();
}

function put(value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of 2024
  document.cookie = `${COOKIE}=${value}; Path=/; SameSite=Lax${secure}`;
}
