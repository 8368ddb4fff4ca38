/** What this device keeps of a form under one name, for what the server may not know yet. */
export interface LocalCopy<T> {
  /** Storage may be forbidden or full: then the server alone has it. */
  keep(copy: T): void;
  /** Undefined for nothing, or what cannot be read. */
  read(): T | undefined;
  forget(): void;
}

export const localCopy = <T extends object>(
  name: string,
  isWhole: (kept: Partial<T>) => boolean,
): LocalCopy<T> => ({
  keep(copy) {
    try {
      localStorage.setItem(name, JSON.stringify(copy));
    } catch {
      // Nothing to do: the next saving on the server has it all.
    }
  },
  read() {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
      return isRecord(kept) && isWhole(kept as Partial<T>) ? (kept as T) : undefined;
    } catch {
      return undefined;
    }
  },
  forget() {
    try {
      localStorage.removeItem(name);
    } catch {
      // Storage is forbidden: then nothing is kept there.
    }
  },
});

/** An object that is no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
