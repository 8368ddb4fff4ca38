// What the providers share.

/** Milliseconds of one call; the worker and the codes give it up earlier where they must. */
export const CALL_MS = 12_000;

/** A module of CommonJS: Node gives the whole of it for `default`, bundlers what it calls its default. */
type Wrapped<T> = T | { default: T };
const isWhole = <T>(module: Wrapped<T>): module is { default: T } => typeof module === "object";
export const defaultOf = <T>(module: Wrapped<T>): T => (isWhole(module) ? module.default : module);

/** Code and text of whatever a provider's SDK throws. */
export function faultOf(error: unknown): { code: string; text: string } {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return { code: String(code ?? ""), text: String(message ?? "").slice(0, 150) };
}

/** Whether it is a fault of the line, not an answer. */
export const isOfTheLine = (code: string): boolean =>
  code === "" || /^(E[A-Z]+|ERR_|Request|TimeoutError|.*Timeout)/.test(code);
