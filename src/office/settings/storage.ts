/** Storage may be forbidden or full: the shell then remembers until it is closed, and no longer. */
function safely<T>(act: () => T, fallback: T): T {
  try {
    return act();
  } catch {
    return fallback;
  }
}

type Area = "localStorage" | "sessionStorage";

/** The text under a key; undefined when there is none or storage is out of reach. */
export const readText = (area: Area, key: string): string | undefined =>
  safely(() => window[area].getItem(key) ?? undefined, undefined);

/** Returns whether it was kept. */
export const writeText = (area: Area, key: string, value: string): boolean =>
  safely(() => {
    window[area].setItem(key, value);
    return true;
  }, false);

export const removeText = (area: Area, key: string): void =>
  safely(() => window[area].removeItem(key), undefined);

/** Keys that begin so, in no order. */
export const keysWith = (area: Area, start: string): string[] =>
  safely(() => Object.keys(window[area]).filter((key) => key.startsWith(start)), []);

/** A value kept as JSON; undefined when missing or unreadable. The caller checks its shape. */
export function readJson(area: Area, key: string): unknown {
  const text = readText(area, key);
  return text === undefined ? undefined : safely(() => JSON.parse(text) as unknown, undefined);
}

export const writeJson = (area: Area, key: string, value: unknown): boolean =>
  writeText(area, key, JSON.stringify(value));

export function readCookie(name: string): string | undefined {
  return safely(() => {
    const match = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie);
    return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
  }, undefined);
}

const YEAR_SECONDS = 365 * 86_400;

/** Cookies sidebarStatus and size (specification 3): a year, this site. */
export function writeCookie(name: string, value: string): void {
  safely(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of 2024
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}`;
  }, undefined);
}
